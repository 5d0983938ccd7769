import CColour

/// The conversions to sRGB that this worker's pictures needed so far: building one costs more than a thumbnail.
struct ColourCache: ~Copyable {
    private struct Entry {
        var profile: [UInt8]
        /// nil = nothing to convert.
        var colour: OpaquePointer?
        var isUsable: Bool
    }
    /// A card has one or two cameras; strangers' profiles beyond these push the oldest out.
    private static let most = 4
    private var entries: [Entry] = []
    private var adobe: OpaquePointer?

    deinit {
        for entry in entries { keepers_colour_free(entry.colour) }
        keepers_colour_free(adobe)
    }

    /// The conversion for a picture, or nil when it is sRGB already; an embedded profile says more than the camera's flag.
    mutating func colour(for jpeg: UnsafeRawBufferPointer, isAdobeRGB: Bool) -> OpaquePointer? {
        if let profile = embeddedProfile(jpeg) {
            let entry = entry(for: profile)
            if entry.isUsable { return entry.colour }
        }
        guard isAdobeRGB else { return nil }
        if adobe == nil { adobe = keepers_colour_from_adobe_rgb() }
        return adobe
    }

    private mutating func entry(for profile: [UInt8]) -> Entry {
        if let known = entries.first(where: { $0.profile == profile }) { return known }
        var usable: Int32 = 0
        let colour = profile.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { keepers_colour_from_icc($0, bytes.count, &usable) }
        }
        if entries.count == Self.most { keepers_colour_free(entries.removeFirst().colour) }
        let entry = Entry(profile: profile, colour: colour, isUsable: usable != 0)
        entries.append(entry)
        return entry
    }
}
