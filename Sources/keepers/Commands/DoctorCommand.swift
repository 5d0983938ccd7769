import EngineKit
import Glibc
import KeepersCore
import PersistenceKit
import ScoringKit
import TerminalKit

/// `keepers doctor`: terminal, libraries, models, sandbox and store, as they are just now.
enum DoctorCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        if invocation.has("set-aside") { return try setAside(setting) }
        var report = DoctorReport()
        store(&report, setting)
        sandbox(&report, setting)
        libraries(&report)
        models(&report, setting)
        heat(&report, setting)
        terminal(&report, setting)
        if invocation.has("json") { Console.out(report.json.serialized(indent: 1)) } else { report.lines.forEach(Console.out) }
        if report.hasTrouble { throw Failure("something above needs attention") }
    }

    private static func setAside(_ setting: Setting) throws(Failure) {
        do throws(StoreError) {
            let path = try Store.setAside(data: setting.places.data, now: Clock.wall())
            Console.out("the damaged store is kept as \(printable(path)); keepers starts with an empty one")
        } catch {
            throw Failure(error.message)
        }
    }

    private static func store(_ report: inout DoctorReport, _ setting: Setting) {
        do throws(StoreError) {
            let health = try Store(data: setting.places.data, cache: setting.places.cache, clock: Clock.wall).health()
            let words =
                "\(printable(health.path)), \(counted(health.sessions, "session")), \(grouped(Int(health.size) / 1024)) KiB"
            report.add(
                "store", health.problems.isEmpty ? .good : .bad,
                health.problems.isEmpty ? words : health.problems.joined(separator: "; "))
            for path in [setting.places.data, health.path] where access(path, W_OK) != 0 {
                report.add("store", .bad, "\(printable(path)) cannot be changed (\(errnoName(errno))): no verdict can be kept")
            }
        } catch {
            report.add("store", .bad, error.message)
        }
        report.add("thumbnails", .good, printable(setting.places.cache))
    }

    private static func sandbox(_ report: inout DoctorReport, _ setting: Setting) {
        report.add("program", setting.lock.isWhole ? .good : .bad, setting.lock.summary)
        let started = Clock.monotonic()
        let pool = WorkerPool(link: setting.link, configuration: WorkerConfiguration(roots: ["/"], slotBytes: 1 << 20), count: 1)
        var answer: [PrivacyResult]??
        pool.probe(PrivacyProbe()) { answer = .some($0) }
        while answer == nil, setting.link.isAlive { setting.link.wait(milliseconds: 100) }
        let milliseconds = Double(Clock.monotonic() &- started) / 1e6
        if let status = pool.sandbox, let results = answer ?? nil {
            let refused = results.count(where: \.isRefused)
            report.add(
                "worker", status.isWhole && refused == results.count ? .good : .bad,
                "\(status.summary); started in \(fixed(milliseconds, 0)) ms; \(refused) of \(results.count) forbidden acts refused"
            )
        } else {
            report.add("worker", .bad, "could not be started")
        }
        pool.shutdown()
    }

    private static func heat(_ report: inout DoctorReport, _ setting: Setting) {
        let found = HeatWatch(environment: setting.environment, workers: setting.workers, now: Clock.monotonic).look()
        report.add("heat", found.hasSensor ? .good : .note, found.hasSensor ? found.words : "no sensor")
    }

    /// Every file of the pack, its hash verified now, and whether a worker can run the models.
    private static func models(_ report: inout DoctorReport, _ setting: Setting) {
        let pack: ModelPack
        do throws(ScoringError) {
            guard let found = try Models.pack(setting.environment, setting.places)
            else {
                return report.add("models", .note, "none installed: faces and eyes are not measured; \(ModelPack.remedy)")
            }
            pack = found
        } catch {
            return report.add("models", .bad, printable(error.message))
        }
        report.add("models", .good, printable(pack.folder))
        var isWhole = true
        for file in pack.files {
            do throws(ScoringError) {
                try pack.verify(file)
                let words =
                    "\(file.name) \(file.version), \(file.file), \(file.sha256.prefix(12)) verified, \(file.licence): \(file.purpose)"
                report.add("model", .good, printable(words))
            } catch {
                isWhole = false
                report.add("model", .bad, printable(error.message))
            }
        }
        if isWhole { modelWorker(&report, setting, pack) }
    }

    private static func modelWorker(_ report: inout DoctorReport, _ setting: Setting, _ pack: ModelPack) {
        let started = Clock.monotonic()
        // With no more rights than a judge has, or it would find what a judge cannot.
        let configuration = WorkerConfiguration.measuring(roots: [pack.folder], slotBytes: 1 << 20, models: pack.folder)
        let pool = WorkerPool(link: setting.link, configuration: configuration, count: 1)
        defer { pool.shutdown() }
        var outcome: JobOutcome?
        // An empty job is refused by whoever can answer at all.
        pool.submit(Job(body: [], priority: 0, timeLimitMilliseconds: 10_000)) { outcome = $0 }
        while outcome == nil, setting.link.isAlive { setting.link.wait(milliseconds: 100) }
        let milliseconds = fixed(Double(Clock.monotonic() &- started) / 1e6, 0)
        switch outcome {
        case .done?:
            report.add("models", .good, "loaded and run once in a locked worker in \(milliseconds) ms")
        case .unavailable(let text)?, .crashed(let text)?: report.add("models", .bad, printable(text))
        case .outOfMemory?: report.add("models", .bad, "they need more memory than a worker may have; faces are not measured")
        default: report.add("models", .bad, "they could not be loaded in \(milliseconds) ms; faces are not measured")
        }
    }

    /// The libraries that are mapped into this process now, by their real file names.
    private static func libraries(_ report: inout DoctorReport) {
        let maps = (try? TextFile.read("/proc/self/maps")) ?? ""
        let wanted = [
            "libraw_r", "libturbojpeg", "libsqlite3", "libchafa", "libexpat", "libncursesw", "liblcms2", "libnettle",
            "libseccomp",
        ]
        var found: [String: String] = [:]
        for line in maps.split(separator: "\n") {
            guard let path = line.split(separator: " ").last, path.hasPrefix("/") else { continue }
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            for stem in wanted where name.hasPrefix(stem) { found[stem] = name }
        }
        for stem in wanted { report.add("library", found[stem] == nil ? .bad : .good, found[stem] ?? "\(stem) is not loaded") }
    }

    private static func terminal(_ report: inout DoctorReport, _ setting: Setting) {
        guard isatty(0) == 1, isatty(1) == 1 else {
            return report.add("terminal", .note, "none here: run keepers doctor in a terminal window")
        }
        do throws(TerminalError) {
            let found = try Terminal.probe(environment: setting.environment, clock: Clock.monotonic)
            for line in found.lines { report.add("terminal", .good, printable(line)) }
        } catch {
            report.add("terminal", .bad, error.description)
        }
    }
}

/// Findings, one a line.
struct DoctorReport {
    enum Grade: String { case good = "ok", bad = "BAD", note = "--" }
    private var findings: [(subject: String, grade: Grade, words: String)] = []

    mutating func add(_ subject: String, _ grade: Grade, _ words: String) { findings.append((subject, grade, words)) }

    var hasTrouble: Bool { findings.contains { $0.grade == .bad } }

    var lines: [String] {
        findings.map { item in
            item.grade.rawValue + String(repeating: " ", count: 5 - item.grade.rawValue.count) + item.subject
                + String(repeating: " ", count: max(1, 12 - item.subject.count)) + item.words
        }
    }

    var json: JSON {
        .object([
            (
                "findings",
                .list(
                    findings.map {
                        .object([("subject", .text($0.subject)), ("grade", .text($0.grade.rawValue)), ("words", .text($0.words))])
                    })
            )
        ])
    }
}
