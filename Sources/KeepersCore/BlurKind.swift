/// What is wrong with a frame's sharpness, as far as its measures can tell.
public enum BlurKind: String, Sendable, CaseIterable {
    /// The subject is sharp.
    case none
    /// Missed focus: something outside the subject is clearly sharper than the subject.
    case softSubject = "sharp behind the subject"
    /// The picture is smeared along one direction, by the camera's or the subject's movement.
    case motion = "motion blur along one direction"
    case nothingSharp = "nothing sharp"
    /// Sharpness was not measured, or the measures do not tell.
    case unknown

    /// From the measures alone, so that a card measured long ago gets today's answer.
    ///
    /// A subject that is the sharpest part itself can have nothing sharper behind it. Movement of the camera softens both, so a background
    /// far sharper than the subject is missed focus even where its own lines all run one way and look smeared.
    public static func diagnose(_ measures: Measures, subject: Subject?) -> BlurKind {
        guard let sharpness = measures[.subjectSharpness] ?? measures[.sharpness] else { return .unknown }
        let isSmeared = (measures[.motionBlur] ?? 0) >= leastMotion
        if subject == .faces || subject == .focusPoint, sharpness < sharp, let background = measures[.backgroundSharpness],
            background > max(soft, (isSmeared ? farSharper : clearlySharper) * sharpness)
        {
            return .softSubject
        }
        if isSmeared, sharpness < crisp { return .motion }
        return sharpness < soft ? .nothingSharp : .none
    }

    /// `Measure.motionBlur` from which on movement is named.
    static let leastMotion = 0.5
    /// Of a background against its subject: about the step that one pixel of blur makes.
    static let clearlySharper = 3.0
    static let farSharper = 5.0
    /// On the scale of `Measure.sharpness`: marks of 30, 55 and 86 in `Calibration`.
    static let soft = 0.03
    static let sharp = 0.135
    static let crisp = 0.85
}
