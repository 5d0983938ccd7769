// The few functions of this library that Swift may call.
#pragma once
#include "KeepersQuant.h"
#include "KeepersSixel.h"
