public import KeepersCore
