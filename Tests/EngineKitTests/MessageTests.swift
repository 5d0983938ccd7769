import CSandbox
import Foundation
import KeepersCore
import Testing

@testable import EngineKit

@Suite("Messages between the processes")
struct MessageTests {
    private let configuration = WorkerConfiguration(
        role: .committer, roots: ["/media/card", "/media/ø"], slotBytes: 1 << 20, memoryLimit: 7, residentLimit: 5, nice: 3,
        readable: ["/models"], generatesCode: true, targets: [CommitTarget(root: 1, name: "DCIM/a.xmp")], replacesSidecars: true,
        target: "/out")

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

    @Test("no message of a hijacked process crashes the program or reaches beyond its slot")
    func noise() throws {
        var ends: [Int32] = [-1, -1]
        #expect(ks_pair(&ends) == 0)
        let memory = ks_memory("test", Ring.size(slotBytes: 100))
        let ring = try #require(Ring(descriptor: memory, slotBytes: 100))
        close(memory)
        let socket = PacketSocket(descriptor: ends[0])
        defer { close(ends[1]) }
        var random = SystemRandomNumberGenerator()
        var believed = 0
        for round in 0..<3_000 {
            var message = (0..<Int.random(in: 1...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            // Most begin well, so that the checks behind the first are met too.
            if round % 4 > 0, message.count >= 24 {
                message.replaceSubrange(
                    0..<8, with: [UInt8(round % 8), UInt8(round % 3), UInt8(round % 2), 0, message[4] % 64, 0, 0, 0])
                message.replaceSubrange(16..<24, with: [message[16] % 110, 0, 0, 0, 0, 0, 0, 0])
            }
            #expect(ks_send(ends[1], message, message.count, nil, 0, nil, 0, true) == message.count)
            guard case .packet(let packet) = socket.receive(ring: ring, wait: true) else { continue }
            believed += 1
            #expect(packet.slotBytes <= 100 && packet.body.count <= 100 && packet.slot < 2)
        }
        #expect(believed > 0, "some noise must be well formed, or nothing was tried")
    }
}
