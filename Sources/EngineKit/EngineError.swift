import CSandbox

/// Why a process, a folder or a lock could not be had, in words for the photographer.
public struct EngineError: Error, Equatable, Sendable {
    /// What happened, to what, and what to do.
    public var message: String
    /// The kernel's errno behind it, 0 when there is none.
    public var number: Int32

    public init(_ message: String, number: Int32 = 0) {
        self.message = message
        self.number = number
    }
}

/// The kernel's name of an errno, for example `EACCES`.
public func errnoName(_ number: Int32) -> String {
    guard let name = ks_errno_name(number) else { return "errno \(number)" }
    return String(cString: name)
}

/// The usual name of a signal, for example `SIGSEGV`.
func signalName(_ number: Int32) -> String {
    guard let name = ks_signal_name(number) else { return "signal \(number)" }
    return "SIG" + String(cString: name)
}
