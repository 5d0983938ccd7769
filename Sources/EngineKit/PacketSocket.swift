import CSandbox
import Glibc

/// One end of the packet socket between the program and a process.
final class PacketSocket {
    enum Received {
        case packet(Packet)
        case nothing
        case ended
        /// No message that our code sends.
        case malformed
    }
    let descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Packet.headerBytes + Packet.inlineLimit, alignment: 8)

    init(descriptor: Int32) { self.descriptor = descriptor }
    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// Sends a message, its body through the slot when it is long; `false` when the other side takes nothing.
    func send(_ packet: Packet, ring: Ring, wait: Bool) -> Bool {
        var packet = packet
        packet.bodyInSlot = packet.body.count > Packet.inlineLimit
        if packet.bodyInSlot {
            let slot = ring.slot(Int(packet.slot))
            let offset = Packet.bodyOffset(slotBytes: Int(packet.slotBytes))
            guard offset <= slot.count, packet.body.count <= slot.count - offset else { return false }
            UnsafeMutableRawBufferPointer(rebasing: slot[offset...]).copyBytes(from: packet.body)
        }
        return withUnsafeTemporaryAllocation(byteCount: Packet.headerBytes, alignment: 8) { head in
            packet.writeHeader(to: head)
            return packet.body.withUnsafeBytes { body in
                let inline = packet.bodyInSlot ? 0 : body.count
                return ks_send(descriptor, head.baseAddress, head.count, body.baseAddress, inline, nil, 0, wait) >= 0
            }
        }
    }

    /// Receives one message; every length in it is checked, because the other side may be a hijacked decoder.
    func receive(ring: Ring, wait: Bool) -> Received {
        let count = ks_receive_plain(descriptor, buffer.baseAddress, buffer.count, wait)
        if count == 0 || count == -Int(ECONNRESET) { return .ended }
        if count == -Int(EAGAIN) { return .nothing }
        guard count > 0 else { return .malformed }
        guard let packet = Packet(message: UnsafeRawBufferPointer(rebasing: buffer[..<count]), ring: ring) else {
            return .malformed
        }
        return .packet(packet)
    }
}

extension Packet {
    fileprivate func writeHeader(to head: UnsafeMutableRawBufferPointer) {
        head.storeBytes(of: kind.rawValue, toByteOffset: 0, as: UInt8.self)
        head.storeBytes(of: slot, toByteOffset: 1, as: UInt8.self)
        head.storeBytes(of: bodyInSlot ? 1 : 0, toByteOffset: 2, as: UInt8.self)
        head.storeBytes(of: 0, toByteOffset: 3, as: UInt8.self)
        head.storeBytes(of: UInt32(body.count), toByteOffset: 4, as: UInt32.self)
        head.storeBytes(of: job, toByteOffset: 8, as: UInt64.self)
        head.storeBytes(of: slotBytes, toByteOffset: 16, as: UInt64.self)
    }

    fileprivate init?(message: UnsafeRawBufferPointer, ring: Ring) {
        guard message.count >= Packet.headerBytes, let kind = Kind(rawValue: message[0]), Int(message[1]) < Ring.slots else {
            return nil
        }
        let bodyBytes = Int(message.load(fromByteOffset: 4, as: UInt32.self))
        let slotBytes = message.load(fromByteOffset: 16, as: UInt64.self)
        guard slotBytes <= UInt64(ring.slotBytes) else { return nil }
        self.init(kind: kind, slot: message[1], job: message.load(fromByteOffset: 8, as: UInt64.self), slotBytes: slotBytes)
        bodyInSlot = message[2] != 0
        if bodyInSlot {
            let offset = Packet.bodyOffset(slotBytes: Int(slotBytes))
            guard message.count == Packet.headerBytes, let copied = ring.copy(slot: Int(slot), offset: offset, count: bodyBytes)
            else { return nil }
            body = copied
        } else {
            guard message.count == Packet.headerBytes + bodyBytes else { return nil }
            body = Array(message[Packet.headerBytes...])
        }
    }
}
