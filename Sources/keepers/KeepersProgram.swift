import KeepersCore
@main struct KeepersProgram { static func main() {} }
