import CSandbox
import Foundation
import KeepersCore
import Testing

@testable import EngineKit

@Suite("Messages between the processes")
struct MessageTests {
    private let configuration = WorkerConfiguration(
        role: .committer, roots: ["/media/card", "/media/ø"], slotBytes: 1 << 20, memoryLimit: 7, residentLimit: 5, nice: 3,
        readable: ["/models"], generatesCode: true, targets: [CommitTarget(root: 1, name: "DCIM/a.xmp")], replacesSidecars: true)

    @Test("a configuration reads back as it was, and never from a part of itself")
    func configurations() throws {
        let wire = configuration.wire
        #expect(try WorkerConfiguration(wire: wire) == configuration)
        for count in 0..<wire.count {
            #expect(throws: WireError.self) { try WorkerConfiguration(wire: Array(wire[..<count])) }
        }
    }

    @Test("the spawner's messages read back as they were")
    func spawner() throws {
        let order = StartOrder(role: .worker, ringBytes: 8_192, memoryLimit: 1 << 30, residentLimit: 9)
        for request in [SpawnerRequest.start(id: 7, order), .kill(id: .max)] {
            #expect(try SpawnerRequest(wire: request.wire) == request)
        }
        let ending = Ending(signal: 11, code: 0, peakBytes: 1 << 33, overMemory: true)
        for report in [SpawnerReport.started(id: 1, pid: 2), .notStarted(id: 3, errno: 4), .ended(id: 5, ending)] {
            #expect(try SpawnerReport(wire: report.wire) == report)
        }
    }

    @Test("what keepers privacy measured reads back as it was")
    func privacy() throws {
        let results = PrivacyAct.allCases.map { PrivacyResult(act: $0, number: Int32($0.rawValue)) }
        #expect(try PrivacyProbe.results(wire: PrivacyProbe.wire(results: results)) == results)
        #expect(PrivacyResult(act: .writeOriginal, number: 2).isRefused == false, "a missing file proves nothing")
        #expect(PrivacyResult(act: .writeOriginal, number: 13).outcome == "EACCES")
    }

    @Test("a slot gives no byte beyond itself")
    func slots() throws {
        let memory = ks_memory("test", Ring.size(slotBytes: 100))
        defer { close(memory) }
        let ring = try #require(Ring(descriptor: memory, slotBytes: 100))
        ring.slot(1)[99] = 5
        #expect(ring.copy(slot: 1, offset: 98, count: 2) == [0, 5])
        #expect(ring.copy(slot: 1, offset: 99, count: 2) == nil)
        #expect(ring.copy(slot: 1, offset: 101, count: 0) == nil)
        #expect(ring.copy(slot: 1, offset: .max, count: .max) == nil)
        #expect(ring.copy(slot: 2, offset: 0, count: 1) == nil)
        #expect(Ring(descriptor: memory, slotBytes: 4_097) == nil, "the memory is smaller than two such slots")
        #expect(ftruncate(memory, 0) == -1, "nobody can shrink it under a reader")
    }
}
