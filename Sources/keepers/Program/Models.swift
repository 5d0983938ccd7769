import Glibc
import KeepersCore
import PersistenceKit
import ScoringKit

/// Whether faces can be measured here, and by what; asked once when the program starts.
struct Models {
    /// The pack's folder; nil = faces are not measured.
    private(set) var folder: String?
    /// Why not, with the way to change that; nil when they are.
    private(set) var missing: String?
    /// What the pack's files are just now, so that a mended pack is tried again.
    private var state = ""

    /// Which code measures; the cards of another version are kept and not mixed in.
    var model: String { FrameScorer.model(withFaces: folder != nil) }

    private static let setting = "models.unusable"

    /// The pack that is installed; `KEEPERS_MODELS` names another, or "none".
    static func pack(_ environment: [String: String], _ places: Places) throws(ScoringError) -> ModelPack? {
        let given = environment["KEEPERS_MODELS"].flatMap { $0.isEmpty ? nil : $0 }
        return given == "none" ? nil : try ModelPack.find(override: given, data: places.data)
    }

    /// `retries` tries a pack again that could not be used the last time.
    init(environment: [String: String], places: Places, store: Store, retries: Bool) {
        do throws(ScoringError) {
            guard let pack = try Models.pack(environment, places) else {
                missing = "faces not measured: no models here; `make setup` adds them"
                return
            }
            folder = pack.folder
            state = Models.state(of: pack)
        } catch {
            missing = "faces not measured: \(printable(error.message))"
            return
        }
        guard !retries, let words = (try? store.settings(of: nil))?[Models.setting],
            let mark = words.firstIndex(of: "\n"), words[..<mark] == state
        else { return }
        folder = nil
        missing = String(words[words.index(after: mark)...])
    }

    /// The models do not run: from now on frames are measured without faces, until the pack is another.
    mutating func giveUp(_ why: String, _ store: Store) {
        folder = nil
        missing = "faces not measured: \(printable(why))"
        // Not noted on a full disk, it is found out again.
        try? store.set(Models.setting, to: "\(state)\n\(missing ?? "")", of: nil)
    }

    /// They ran: what was noted against them is over.
    func proved(_ store: Store) {
        guard (try? store.settings(of: nil))?[Models.setting] != nil else { return }
        try? store.set(Models.setting, to: nil, of: nil)
    }

    private static func state(of pack: ModelPack) -> String {
        let times = pack.files.map { file in
            var facts = stat()
            guard stat("\(pack.folder)/\(file.file)", &facts) == 0 else { return "-" }
            return "\(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
        }
        return ([pack.folder] + times).joined(separator: " ")
    }
}
