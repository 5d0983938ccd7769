import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

extension OnScreen.TerminalTests {
    /// A process killed in the middle of a picture gives the terminal back.
    @Test(arguments: [SIGTERM, SIGSEGV, SIGABRT, SIGHUP])
    func aDyingProcessRestoresTheScreen(_ number: Int32) throws {
        let fake = FakeTerminal(.silent)
        var time: UInt64 = 1
        let terminal = try Terminal(device: fake.path, environment: ["TERM": "xterm"]) { time }
        time += 1
        let slave = open(fake.path, O_RDWR | O_NOCTTY)
        defer { close(slave) }
        fake.pump()
        fake.forget()
        // Swift hides fork because a child of a threaded process may do little; this one only dies.
        let fork = unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)
        let child = fork()
        if child == 0 {
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_UNBLOCK, &all, nil)
            kill(getpid(), number)
            _exit(99)
        }
        var status: Int32 = 0
        #expect(waitpid(child, &status, 0) == child)
        #expect(status & 0x7F == number, "it still dies of the signal")
        fake.pump()
        let text = String(decoding: fake.received, as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}\\") && text.hasSuffix("\u{1B}[?1049l"))
        var modes = termios()
        tcgetattr(slave, &modes)
        #expect(modes.c_lflag & tcflag_t(ICANON) != 0)
        terminal.close()
    }

    @Test func aWindowChangeArrivesAsAnEvent() throws {
        let fake = FakeTerminal(.silent)
        var time: UInt64 = 1
        let terminal = try Terminal(device: fake.path, environment: ["TERM": "xterm"]) { time }
        time += 5_000_000_000
        _ = terminal.handle()
        fake.resize(33, 11, (330, 220))
        // Threads of a test run block most signals.
        var (window, before) = (sigset_t(), sigset_t())
        sigaddset(&window, SIGWINCH)
        pthread_sigmask(SIG_UNBLOCK, &window, &before)
        raise(SIGWINCH)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        let events = terminal.handle()
        #expect(events == [.resize(Geometry(columns: 33, rows: 11, cellWidth: 10, cellHeight: 20))])
        terminal.close()
    }
}
