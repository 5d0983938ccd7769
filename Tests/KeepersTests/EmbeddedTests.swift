import Foundation
import Testing

/// `keepers learn` on photos that hold their decisions themselves.
@Suite("Decisions inside photos")
struct EmbeddedTests {
    private func xmp(_ properties: String) -> Data {
        Data(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
             xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
             xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/" \(properties)/></rdf:RDF></x:xmpmeta>   <?xpacket end="w"?>
            """.utf8)
    }

    /// The photo with an APP1 segment before all others.
    private func jpeg(_ photo: Data, _ packet: Data) -> Data {
        let content = Data("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
        let length = content.count + 2
        var out = Data(photo.prefix(2))
        out.append(contentsOf: [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)])
        return out + content + photo.dropFirst(2)
    }

    /// A DNG of one directory: its version, and the packet in tag 700, filled up with zeros.
    private func dng(_ packet: Data) -> Data {
        func number(_ value: Int, _ count: Int) -> Data {
            Data((0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
        }
        var out = Data("II".utf8)
        // Head, one directory of two entries, nothing behind it; tag, type, count, place of each.
        for (value, count) in [(42, 2), (8, 4), (2, 2)] { out.append(number(value, count)) }
        for (value, count) in [(700, 2), (1, 2), (packet.count + 2, 4), (38, 4)] { out.append(number(value, count)) }
        for (value, count) in [(50706, 2), (1, 2), (4, 4), (0x0401, 4)] { out.append(number(value, count)) }
        out.append(number(0, 4))
        return out + packet + number(0, 2)
    }

    @Test("are read from JPEG and DNG; a sidecar goes before them, zeros say nothing, and a broken packet is named")
    func read() throws {
        let desk = try Desk()
        #expect(try desk.run("demo", desk.path("card"), "--frames", "24").code == 0)
        let path = try #require(Tree.files(below: desk.path("card")).first { $0.hasSuffix(".JPG") })
        let photo = try #require(FileManager.default.contents(atPath: desk.path("card/\(path)")))
        func write(_ name: String, _ data: Data) throws {
            try FileManager.default.createDirectory(atPath: desk.path("old"), withIntermediateDirectories: true)
            try data.write(to: URL(fileURLWithPath: desk.path("old/\(name)")))
        }
        try write("PICK.JPG", jpeg(photo, xmp("xmpDM:pick=\"1\" xmp:Rating=\"4\"")))
        try write("REJECT.DNG", dng(xmp("xmpDM:pick=\"-1\" xmp:Label=\"Rot\"")))
        try write("ZERO.JPG", jpeg(photo, xmp("xmpDM:pick=\"0\" xmp:Rating=\"0\"")))
        try write("NONE.JPG", photo)
        try write("BROKEN.JPG", jpeg(photo, Data("<x:xmpmeta".utf8)))
        // Picked inside, rejected in the sidecar of darktable's name.
        try write("BOTH.JPG", jpeg(photo, xmp("xmpDM:pick=\"1\" xmp:Rating=\"5\"")))
        try write("BOTH.JPG.xmp", xmp("xmpDM:pick=\"-1\""))
        let before = try Tree(desk.path("old"))

        let json = try desk.json("learn", desk.path("old"), "--json", "--details", "--report")
        #expect(try Tree(desk.path("old")).difference(from: before) == [])
        let details = try #require(json["details"] as? [[String: Any]])
        let read = Dictionary(
            uniqueKeysWithValues: details.map { item in
                let number = { (name: String) in (item[name] as? Int).map { " \($0)" } ?? "" }
                let words = [item["verdict"] as? String, item["label"] as? String].compactMap { $0 }.joined(separator: " ")
                return ((item["name"] as? String) ?? "?", words + number("stars"))
            })
        #expect(read == ["PICK.JPG": "pick 4", "REJECT.DNG": "reject red", "BOTH.JPG": "reject"])
        #expect(["picks", "rejects", "unknown", "conflicts", "withPixels"].map { json[$0] as? Int } == [1, 2, 0, 0, 3])
        let notes = try #require((json["sources"] as? [[String: Any]])?.first?["notes"] as? [String])
        #expect(notes.contains("2 photos without a sidecar decided on inside the file"), "\(notes)")
        #expect(notes.contains { $0.hasPrefix("the XMP inside BROKEN.JPG does not count: ") }, "\(notes)")
    }
}
