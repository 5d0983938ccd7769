import ExportKit
import KeepersCore

/// The sidecar of one frame on a card, and what a store remembers of it: written and read by the parts that an export uses.
struct SidecarBeside {
    var profile: ExportProfile
    /// Stars set in the camera; 0 = none.
    var camera: Int
    private(set) var bytes: [UInt8]?
    private var original: SidecarValues?
    private var written: SidecarValues?

    /// `wish`: what another program wrote; nil = there is no sidecar.
    init(_ wish: SidecarWish?, camera: Int, profile: ExportProfile) throws {
        (self.camera, self.profile) = (camera, profile)
        bytes = try wish.map { try SidecarMaker.make(wish: $0, forExtension: "NEF", now: "2026-06-13T20:00:00") }
    }

    var values: SidecarValues? { get throws { try bytes.map { try SidecarReader.read($0) } } }

    /// As the program reads it at the opening, and again after an export.
    var existing: Existing {
        get throws {
            guard let values = try values else { return Existing(cameraRating: camera) ?? Existing() }
            let others = written.map { values.others(wrote: $0, before: original ?? SidecarValues()) } ?? values
            return Existing(sidecars: [others], now: [values]).withCamera(stars: camera, besides: [others])
        }
    }

    /// What other programs see of the picture; without a rating in the sidecar the camera's counts.
    var mark: Mark {
        get throws {
            let values = try values
            var mark = verdict(from: values ?? SidecarValues()).mark
            if values?.ratingText == nil { mark.stars = camera }
            return mark
        }
    }

    mutating func export(_ mark: Mark, decided: Set<SidecarAspect>) throws {
        let now = try values
        var past = SidecarPast(
            original: written == nil ? now : original, written: written, decidedVerdict: decided.contains(.verdict),
            decidedStars: decided.contains(.stars), decidedLabel: decided.contains(.colour))
        past.cameraStars = camera
        guard let wish = sidecarWish(for: mark.decision, profile: profile, existing: now, past: past) else { return }
        if written == nil { original = now }
        if let bytes {
            self.bytes = try SpliceEditor.edit(bytes, wish: wish, now: "2026-06-14T01:00:00") ?? bytes
        } else if wish.setsSomething {
            bytes = try SidecarMaker.make(wish: wish, forExtension: "NEF", now: "2026-06-14T01:00:00")
        }
        written = try values
    }
}
