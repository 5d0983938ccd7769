public import KeepersCore

// What the line may carry: quality, budget, meter.
extension Terminal {
    /// nil: by what is measured. Pictures that come from now on follow it; those on the screen are sent anew.
    public func setQuality(_ quality: LinkQuality?) {
        guard link.chosen != quality else { return }
        link.chosen = quality
        cache.removeAll()
        shelf.removeAll()
        redraw()
    }

    /// Bytes a minute after which pictures are not bettered any more; first looks and text go on. nil: no limit.
    public func setBudget(_ bytesPerMinute: Int?) {
        writer.setBudget(bytesPerMinute)
        pump()
    }

    /// The line as it is now.
    public var linkState: LinkState {
        let now = clock()
        return LinkState(
            bytesPerSecond: writer.bytesInLastSecond(now: now), bytes: writer.meter.total,
            leastTrip: writer.flow.roundTrip.map { Double($0) / 1e6 }, lastTrip: writer.flow.lastTrip.map { Double($0) / 1e6 },
            inFlight: writer.flow.inFlight, quality: link.quality, isChosen: link.chosen != nil, budget: writer.meter.budget,
            isOverBudget: writer.isOverBudget(now: now))
    }

    /// Nothing is bettered while a picture on the screen has nothing to show yet, nor over the budget.
    func updateHolds() {
        let now = clock()
        link.judge(rate: writer.flow.capacity, trip: writer.flow.roundTrip, isRemote: writer.isRemote)
        var held: Set<PictureJob.Lane> = []
        if writer.isOverBudget(now: now) { held = [.refine, .ahead] }
        if isHoldingRefinement(now) { held.formUnion([.refine, .ahead]) }
        writer.held = held
    }

    /// How whole pictures are made depends on the line: their turn waits for its first measurement, but not long.
    func awaitsMeasurement(_ look: Look) -> Bool {
        look > .first && link.chosen == nil && writer.isRemote && writer.flow.isActive && writer.flow.capacity == 0
            && clock() < presentedAt &+ Self.patience
    }

    /// For so long a picture whose pixels are late holds the others' bettering back.
    private static let patience: UInt64 = 400_000_000

    private func isHoldingRefinement(_ now: UInt64) -> Bool {
        link.quality != .local && now < presentedAt &+ Self.patience
            && stage.tiles.contains { $0.state == .waiting && !$0.isTouchUp }
    }

    /// When a hold ends by itself.
    var holdDeadline: UInt64? {
        let now = clock()
        if writer.flow.capacity == 0, writer.isRemote, now < presentedAt &+ Self.patience { return presentedAt &+ Self.patience }
        guard !writer.held.isEmpty else { return nil }
        return isHoldingRefinement(now) ? presentedAt &+ Self.patience : now &+ 1_000_000_000
    }
}
