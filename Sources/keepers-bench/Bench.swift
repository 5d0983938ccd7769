import KeepersCore
@main struct Bench { static func main() {} }
