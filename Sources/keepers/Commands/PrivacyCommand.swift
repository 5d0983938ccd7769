import EngineKit
import Glibc
import KeepersCore

/// `keepers privacy`: tries what keepers promises not to do, in each of its processes, and shows how the kernel answered just now.
enum PrivacyCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let folder = Places.absolute(invocation.operands.first ?? ".")
        let original = try PrivacySubject.find(in: folder, isGiven: !invocation.operands.isEmpty)
        let roles = try measure(folder, original, setting)
        let symbols = ExecutableSymbols.read()
        if invocation.has("json") { return Console.out(json(roles, symbols, original).serialized(indent: 1)) }
        Console.out(
            "Tried just now\(original.map { " on \(printable($0))" } ?? " (no photo given: name a folder with photos to try the rest)"):"
        )
        table(roles).forEach(Console.out)
        Console.out("")
        roles.map(\.line).forEach(Console.out)
        Console.out("")
        symbols.lines.forEach(Console.out)
        Console.out("")
        promises(roles).forEach(Console.out)
    }

    struct Role {
        var name: String
        var sandbox: SandboxStatus?
        var results: [PrivacyResult]
        /// Runs models, which make machine code as they go.
        var generatesCode = false

        var line: String {
            "\(name): \(sandbox?.summary ?? "could not be started")"
                + (generatesCode ? "; it may make machine code, as the models' run time must, and nothing more" : "")
        }
    }

    private static func measure(_ folder: String, _ original: String?, _ setting: Setting) throws(Failure) -> [Role] {
        let probe = PrivacyProbe(original: original)
        var roles = [Role(name: "program", sandbox: setting.lock, results: probe.run())]
        roles.append(worker("worker", WorkerConfiguration(roots: [folder], slotBytes: 1 << 20), probe, setting))
        // A pack that is not whole is loaded by nobody; `doctor` names what is wrong with it.
        if let pack = try? Models.pack(setting.environment, setting.places) {
            let judge = WorkerConfiguration.measuring(roots: [folder], slotBytes: 1 << 20, models: pack.folder)
            roles.append(worker("judge", judge, probe, setting))
        }
        let target = CommitTarget(root: 0, name: "keepers-privacy-probe.xmp")
        let desk = SidecarDesk(setting.link, roots: [folder], targets: [target], replaces: true)
        roles.append(wait("committer", setting.link, { desk.probe(probe, done: $0) }, { desk.sandbox }))
        var isClosed = false
        desk.close { isClosed = true }
        while !isClosed, setting.link.isAlive { setting.link.wait(milliseconds: 100) }
        roles.append(copier(folder, probe, setting))
        return roles
    }

    /// It fills a folder of ours that is removed again.
    private static func copier(_ folder: String, _ probe: PrivacyProbe, _ setting: Setting) -> Role {
        let scratch = setting.places.data + "/privacy"
        mkdir(scratch, 0o700)
        defer { rmdir(scratch) }
        let desk = CopyDesk(setting.link, roots: [folder], target: scratch)
        let role = wait("copier", setting.link, { desk.probe(probe, done: $0) }, { desk.sandbox })
        var isClosed = false
        desk.close { isClosed = true }
        while !isClosed, setting.link.isAlive { setting.link.wait(milliseconds: 100) }
        return role
    }

    private static func worker(
        _ name: String, _ configuration: WorkerConfiguration, _ probe: PrivacyProbe, _ setting: Setting
    ) -> Role {
        let pool = WorkerPool(link: setting.link, configuration: configuration, count: 1)
        defer { pool.shutdown() }
        var role = wait(name, setting.link, { pool.probe(probe, completion: $0) }, { pool.sandbox })
        role.generatesCode = configuration.generatesCode
        return role
    }

    private static func wait(
        _ name: String, _ link: SpawnerLink, _ begin: (@escaping ([PrivacyResult]?) -> Void) -> Void,
        _ sandbox: () -> SandboxStatus?
    ) -> Role {
        var answer: [PrivacyResult]??
        begin { answer = .some($0) }
        while answer == nil, link.isAlive { link.wait(milliseconds: 100) }
        return Role(name: name, sandbox: sandbox(), results: (answer ?? nil) ?? [])
    }

    /// One line an act, one column a process.
    private static func table(_ roles: [Role]) -> [String] {
        func cell(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - columns(of: text)))
        }
        var lines = [cell("", 42) + roles.map { cell($0.name, 14) }.joined()]
        for act in PrivacyAct.allCases {
            let outcomes = roles.map { role in role.results.first { $0.act == act }?.outcome }
            guard outcomes.contains(where: { $0 != nil }) else { continue }
            lines.append(cell(act.title, 42) + outcomes.map { cell($0 ?? "not tried", 14) }.joined())
        }
        return lines
    }

    /// Which promise is the kernel's and which the code's, from what was measured.
    private static func promises(_ roles: [Role]) -> [String] {
        let network: Set<PrivacyAct> = [.socketIPv4, .socketIPv6, .socketUnix, .socketNetlink, .socketPacket]
        /// Whose promise, from the processes in which it was tried; the others are named.
        func keeper(_ acts: Set<PrivacyAct>) -> String {
            let tried = roles.map { role in role.results.filter { acts.contains($0.act) } }
            guard tried.joined().allSatisfy(\.isRefused) else { return "our code's promise only: the kernel did not refuse" }
            let untried = zip(roles, tried).filter(\.1.isEmpty).map(\.0.name)
            let rest = untried.isEmpty ? "" : "; not tried in the \(untried.joined(separator: " and the ")), which did not start"
            return "the kernel's promise (it refused just now\(rest))"
        }
        let originals: Set<PrivacyAct> = [
            .writeOriginal, .truncateOriginal, .changeMode, .changeTimes, .changeAttribute, .renameOriginal,
        ]
        let wasTried = roles.contains { $0.results.contains { originals.contains($0.act) } }
        let sidecars =
            switch roles.first(where: { $0.name == "committer" })?.sandbox {
            case nil: "not tried: the committer starts only where sidecars may be written"
            case .some(let sandbox) where sandbox.isWhole:
                "the kernel's promise (names are sealed before the committer starts)"
            case .some: "our code's promise only"
            }
        return [
            "no network: \(keeper(network))",
            "originals never changed: \(wasTried ? keeper(originals) : "not tried; name a folder with photos")",
            "which sidecars are written: \(sidecars)",
            "what they say inside: our code's promise; 'keepers export --dry-run' shows it and 'keepers undo-export' takes it back",
        ]
    }

    private static func json(_ roles: [Role], _ symbols: ExecutableSymbols, _ original: String?) -> JSON {
        .object([
            ("original", original.map(JSON.text) ?? .null),
            (
                "processes",
                .list(
                    roles.map { role in
                        .object([
                            ("name", .text(role.name)), ("sandbox", .text(role.sandbox?.summary ?? "not started")),
                            ("makesMachineCode", .bool(role.generatesCode)),
                            ("acts", .object(role.results.map { ($0.act.title, .text($0.outcome)) })),
                        ])
                    })
            ),
            ("libraries", .list(symbols.libraries.map(JSON.text))),
            ("networkFunctions", .list(symbols.networkFunctions.map(JSON.text))),
        ])
    }
}

/// A photo of the user's to try the refused acts on; every act is one that would change nothing were it allowed.
enum PrivacySubject {
    static func find(in folder: String, isGiven: Bool) throws(Failure) -> String? {
        var facts = stat()
        guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            throw Failure("\(printable(folder)) is no folder", code: 2)
        }
        let found = search(folder, depth: 4)
        if found == nil, isGiven { throw Failure("\(printable(folder)) holds no RAW or JPEG file to try on", code: 2) }
        return found
    }

    private static func search(_ folder: String, depth: Int) -> String? {
        guard depth > 0, let listing = opendir(folder) else { return nil }
        defer { closedir(listing) }
        var folders: [String] = []
        var files: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasPrefix(".") { continue }
            if entry.pointee.d_type == UInt8(DT_DIR) { folders.append(name) }
            if entry.pointee.d_type == UInt8(DT_REG), FileKind.suggested(byName: name) != nil { files.append(name) }
        }
        if let first = files.min() { return "\(folder)/\(first)" }
        for name in folders.sorted() { if let found = search("\(folder)/\(name)", depth: depth - 1) { return found } }
        return nil
    }
}
