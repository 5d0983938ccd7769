/// Which embedded picture serves which purpose (product.md, "Which preview").
extension FrameHeader {
    /// The smallest intact one of at least 320 px on the long side, else the largest.
    public var gridPreview: Preview? { showable.first { $0.longSide >= 320 } ?? showable.last }

    /// The smallest intact one of at least 1600 px, else the largest.
    public var scoringPreview: Preview? { showable.first { $0.longSide >= 1600 } ?? showable.last }

    /// The largest intact one.
    public var loupePreview: Preview? { showable.last }

    private var showable: [Preview] {
        previews.filter(\.isShowable).sorted { ($0.width * $0.height, $0.offset) < ($1.width * $1.height, $1.offset) }
    }
}
