public import KeepersCore

/// What one made frame really is: the answers that a test or a person compares with.
public struct DemoFrameTruth: Sendable, Equatable {
    public enum Blur: String, Sendable { case none, focus, shake, motion }
    public enum Exposure: String, Sendable { case ok, under, over, black }
    public enum Eyes: String, Sendable { case none, open, closed }
    public enum Best: String, Sendable { case no, yes, tie }

    /// Relative to the card, `/` separated.
    public var path: String
    /// The JPEG beside the RAW, or nil.
    public var pair: String?
    public var camera: String
    public var serial: String
    /// As the camera wrote it; nil for the frames whose clock was never set.
    public var capturedAt: CaptureTime?
    /// When it really was, on one clock for all cameras (UTC+2).
    public var trueTime: CaptureTime
    public var orientation: Orientation
    /// The moment this frame belongs to; every frame has one, also a single.
    public var stack: Int
    /// single, burst, retry or bracket.
    public var kind: String
    public var scene: String
    public var blur: Blur
    /// 0 sharp ... 3 ruined.
    public var blurLevel: Int
    public var exposure: Exposure
    public var eyes: Eyes
    public var best: Best
    /// Stored size of the largest embedded picture.
    public var fullWidth: Int
    public var fullHeight: Int
    /// How far a portrait's mouth was drawn to a smile, 0...1; nil where nothing was drawn.
    public var smile: Double?
}

/// Everything that was made, in the order of the true time.
public struct DemoTruth: Sendable, Equatable {
    public var frames: [DemoFrameTruth]
    /// Files on the card that are no photographs: films, their thumbnails, voice notes.
    public var others: [String]

    /// The card's `truth.csv`: one line a frame, RFC 4180 without quoting (no field holds a comma).
    public var csv: String {
        var lines = [DemoTruth.columns]
        for frame in frames { lines.append(frame.csv) }
        return lines.joined(separator: "\n") + "\n"
    }

    static let columns =
        "path,pair,camera,serial,time,subsec,offset,true_time,orientation,stack,kind,scene,blur,blur_level,exposure,eyes,best,full,smile"
}

extension DemoFrameTruth {
    var csv: String {
        let time = capturedAt.map { String($0.iso8601.prefix(19)) } ?? ""
        let hundredths = capturedAt.map { padded(Int($0.nanoseconds) / 10_000_000, 2) } ?? ""
        let offset = capturedAt?.offsetMinutes.map { offsetText(minutes: Int($0)) } ?? ""
        let fields = [
            path, pair ?? "", camera, serial, time, hundredths, offset, trueTime.iso8601, String(orientation.rawValue),
            String(stack),
            kind, scene, blur.rawValue, String(blurLevel), exposure.rawValue, eyes.rawValue, best.rawValue,
            "\(fullWidth)x\(fullHeight)", smile.map { String(Double(Int($0 * 100)) / 100) } ?? "",
        ]
        return fields.joined(separator: ",")
    }
}

/// `+02:00`
func offsetText(minutes: Int) -> String {
    "\(minutes < 0 ? "-" : "+")\(padded(abs(minutes) / 60, 2)):\(padded(abs(minutes) % 60, 2))"
}
