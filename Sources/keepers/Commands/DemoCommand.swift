import DemoKit
import KeepersCore
import ScoringKit

/// `keepers demo`: a card to try things on.
enum DemoCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        var options = DemoOptions(
            directory: Places.absolute(invocation.operands[0]), frames: invocation["frames"].flatMap { Int($0) } ?? 120,
            seed: invocation["seed"].flatMap { UInt64($0) } ?? 1)
        options.jobs = setting.workers
        if let megabytes = invocation["mb"].flatMap({ Int($0) }) { options.sparseBytes = megabytes * 1_000_000 }
        if invocation.has("sparse") { options.distinctFrames = 48 }
        if let folder = invocation["photos"] { options.photos = [Places.absolute(folder)] }
        if let faces = invocation["faces"] { options.facesPerFrame = Int(faces) ?? 0 }
        let judge = options.photos.isEmpty ? nil : try judge(setting)
        let total = options.frames
        do throws(DemoError) {
            let truth = try DemoCard.make(options, findFaces: { (try? judge?.landmarks(of: $0).map(\.points)) ?? [] }) { done in
                Console.progress("painting \(grouped(done)) of \(grouped(total))")
            }
            Console.progress(nil)
            Console.out("\(counted(truth.frames.count, "frame")) in \(printable(options.directory)); truth.csv says what each is")
        } catch {
            Console.progress(nil)
            throw Failure(error.message)
        }
    }

    /// Faces on photographs that the person names, and so trusts; nil without a model pack: they then appear as they are.
    private static func judge(_ setting: Setting) throws(Failure) -> FaceJudge? {
        let given = setting.environment["KEEPERS_MODELS"].flatMap { $0.isEmpty ? nil : $0 }
        guard given != "none" else { return nil }
        do throws(ScoringError) {
            return try ModelPack.find(override: given, data: setting.places.data).map { pack throws(ScoringError) in
                try FaceJudge(pack: pack)
            }
        } catch {
            throw Failure(error.message)
        }
    }
}
