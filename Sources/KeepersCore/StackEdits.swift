/// Stacks changed by hand, as changes for the append-only log; an empty answer means that there is nothing to change.
///
/// A stack made by hand is named by one of its members in each member's `Mark.group`, so that later frames and cards cannot undo it.
public enum StackEdits {
    /// Cuts the stack of `frame` in two: the part before it, and the part that it begins.
    public static func split(at frame: FrameID, in model: SessionModel) -> [FrameChange] {
        guard let members = model.stack(of: frame)?.members, let cut = members.firstIndex(of: frame), cut > 0 else { return [] }
        return regroup([Array(members[..<cut]), Array(members[cut...])], model)
    }

    /// Takes one frame out of its stack; the others stay together.
    public static func takeOut(_ frame: FrameID, in model: SessionModel) -> [FrameChange] {
        guard let members = model.stack(of: frame)?.members else { return [] }
        return regroup([[frame], members.filter { $0 != frame }], model)
    }

    /// One stack of the stacks and single frames that `frames` stand in.
    public static func merge(_ frames: [FrameID], in model: SessionModel) -> [FrameChange] {
        let all = Set(frames.flatMap { model.stack(of: $0)?.members ?? [$0] })
        let members = model.frames.map(\.id).filter { all.contains($0) }
        guard members.count > 1, model.stack(of: members[0])?.members != members else { return [] }
        return regroup([members], model)
    }

    /// Joins what `frame` stands in to the stack or single frame before it in time.
    public static func mergeWithPrevious(_ frame: FrameID, in model: SessionModel) -> [FrameChange] {
        let entries = model.entries(sortedBy: .time)
        guard let place = entries.firstIndex(where: { $0.members.contains(frame) }), place > 0 else { return [] }
        return merge([entries[place - 1].members[0], frame], in: model)
    }

    /// Names `frame` the best of its stack, in place of any other; what it was already is taken back.
    public static func chooseBest(_ frame: FrameID, in model: SessionModel) -> [FrameChange] {
        guard let members = model.stack(of: frame)?.members else { return [] }
        return choose(frame, among: members, model)
    }

    /// Names `frame` the one that stands for its duplicate group; no other member stays named, in its own stack either.
    public static func chooseRepresentative(_ frame: FrameID, of group: DuplicateGroup, in model: SessionModel) -> [FrameChange] {
        group.members.contains(frame) ? choose(frame, among: group.members, model) : []
    }

    /// Takes back every hand's change to the stack of `frame`, and to those that it was split from or merged of.
    public static func reset(_ frame: FrameID, in model: SessionModel) -> [FrameChange] {
        let reached = model.kin(of: frame)
        return model.frames.map(\.id).filter { reached.contains($0) }.flatMap { id -> [FrameChange] in
            let mark = model.mark(id)
            return (mark.group == nil ? [] : [FrameChange(id, .group(nil))])
                + (mark.isBest ? [FrameChange(id, .best(false))] : [])
        }
    }

    private static func choose(_ frame: FrameID, among members: [FrameID], _ model: SessionModel) -> [FrameChange] {
        members.filter { $0 != frame && model.mark($0).isBest }.map { FrameChange($0, .best(false)) }
            + [FrameChange(frame, .best(!model.mark(frame).isBest))]
    }

    /// Makes each of `stacks` (members in time order) one by hand, with at most one best; what is left of other stacks made by hand gets a
    /// name of its own if its name went away.
    private static func regroup(_ stacks: [[FrameID]], _ model: SessionModel) -> [FrameChange] {
        let moved = Set(stacks.joined())
        var named: [[FrameID]] = stacks.filter { !$0.isEmpty }
        for stack in model.stacks where stack.isByHand {
            let rest = stack.members.filter { !moved.contains($0) }
            if rest.count < stack.members.count, !rest.isEmpty { named.append(rest) }
        }
        return named.flatMap { members -> [FrameChange] in
            let best = members.first { model.mark($0).isBest }
            return members.flatMap { id -> [FrameChange] in
                let mark = model.mark(id)
                let group = mark.group == members[0] ? [] : [FrameChange(id, .group(members[0]))]
                return group + (mark.isBest && id != best ? [FrameChange(id, .best(false))] : [])
            }
        }
    }
}
