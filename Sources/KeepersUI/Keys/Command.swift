public import KeepersCore

/// What a key can do on the session's screens.
public enum Command: Hashable, Sendable {
    case verdict(Verdict, advance: Bool)
    case clearVerdict
    case togglePick
    case stars(Int)
    case moreStars, fewerStars
    case label(ColourLabel)
    case keep
    case previousFrame, nextFrame
    case arrowLeft, arrowRight, arrowUp, arrowDown
    case rowDown, rowUp, pageDown, pageUp
    case previousStack, nextStack
    case first, last
    /// `loupe` leads back, too; `loupeOnly` only there, as Lightroom's E.
    case loupe, loupeOnly, look, zoom, zoomDouble
    /// The next of the frame's pictures: preview, RAW, the JPEG beside it.
    case nextPicture
    case fanOut, fanIn
    /// Frames looked at together: two against each other, many at once, one face from each.
    case compare, survey, faceStrip
    case compareMode, link, slideLeft, slideRight
    case range, wholeStack, repeatVerdict
    case filterPrompt, commandPrompt
    case toggleTimeOrder, resort
    case info, why, overlays
    case nextFace, previousFace
    case disputedFirst, blind
    case fewerAlike, moreAlike
    case stackEdit(StackEdit)
    case undo, redo
    case export
    case toggleAutoAdvance
    case chromeOff, redraw, help, leave, back
    /// A digit of a count, for the command that comes next.
    case count(Int)
    /// Waits for the letter of a mark or a macro.
    case letter(LetterCommand)
    case lettered(LetterCommand, Character)
    case endMacro
    /// Ctrl-C: says how to leave.
    case interrupt
    case findNext, findPrevious

    /// What a person's hand changes about a stack.
    public enum StackEdit: Hashable, Sendable { case splitHere, takeOut, mergeBefore, best, unstack, restack }

    /// What takes a letter after its key.
    public enum LetterCommand: Hashable, Sendable { case setMark, goToMark, recordMacro, playMacro }

    /// Changes a decision.
    var isVerdict: Bool {
        switch self {
        case .verdict, .clearVerdict, .togglePick, .stars, .moreStars, .fewerStars, .label, .keep, .repeatVerdict, .stackEdit:
            true
        default: false
        }
    }
}
