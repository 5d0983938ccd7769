/// Lays a person's splits and merges over the stacks that were found.
enum HandStacks {
    /// Frames with a `Mark.group` leave their found stacks and stand with those of the same group; what is left of a found stack stays
    /// together. Numbered from 1 in time order of the first member.
    static func arrange(_ found: [Stack], frames: [Frame], marks: [FrameID: Mark]) -> [Stack] {
        var groups: [FrameID: [FrameID]] = [:]
        for frame in frames { if let group = marks[frame.id]?.group { groups[group, default: []].append(frame.id) } }
        guard !groups.isEmpty else { return found }
        var kinds: [FrameID: Stack] = [:]
        for stack in found { for member in stack.members { kinds[member] = stack } }
        var stacks = groups.values.filter { $0.count > 1 }.map { members in
            Stack(id: 0, kind: kind(of: members, kinds), members: members, isByHand: true)
        }
        for var stack in found {
            stack.members.removeAll { marks[$0]?.group != nil }
            if stack.members.count > 1 { stacks.append(stack) }
        }
        var place: [FrameID: Int] = [:]
        for (index, frame) in frames.enumerated() { place[frame.id] = index }
        stacks.sort { (place[$0.members[0]] ?? 0) < (place[$1.members[0]] ?? 0) }
        for index in stacks.indices { stacks[index].id = index + 1 }
        return stacks
    }

    /// A part of one found stack is of its kind. With a bracket's frame in it nothing is judged; what else was put together from several
    /// is the same scene tried again.
    private static func kind(of members: [FrameID], _ found: [FrameID: Stack]) -> Stack.Kind {
        let kinds = Set(members.map { found[$0]?.kind })
        if kinds.contains(.bracket) { return .bracket }
        return kinds == [.burst] ? .burst : .retry
    }
}

extension SessionModel {
    /// The frames whose stacks, found or made by hand, hang together with that of `frame`.
    func kin(of frame: FrameID) -> Set<FrameID> {
        var kin: Set<FrameID> = [frame]
        var size = 0
        while size < kin.count {
            size = kin.count
            for stack in stacks + found where stack.members.contains(where: kin.contains) { kin.formUnion(stack.members) }
        }
        return kin
    }
}
