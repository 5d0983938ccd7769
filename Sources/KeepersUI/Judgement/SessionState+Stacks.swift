import KeepersCore

extension SessionState {
    mutating func editStack(_ edit: Command.StackEdit) -> [Effect] { [] }
    mutating func openClock() {}
}
