import Foundation
import Testing

@testable import DemoKit

@Suite struct PhotoTests {
    /// 16 x 16 pixels by Python's zlib, every row filter, data in two chunks; one for each kind of DEFLATE block.
    private static let pictures: [(channels: Int, base64: String)] = [
        (
            3,
            "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFElEQVR42mNgMErhtS+U8qlTj+w2SZvhWML9osAAAAGQSURBVLzUr2FTdO/+jF"
                + "lnSpffbNryrP/g5znnGFbe5t32QurwV3VGdstsPryAmZkZmcvEzs7OwcHBycnJxcXFzc3Nw8PDxMQEVMTCwsLKysrGxoamgJlP3QGoiBcMgOqA"
                + "EvxgAFTNDQZAPcgKWOAG/P//H9kGiB42MEBWwKAc2m6aPtO9cjXQrwmTjqTPPF25+m7DpieTjnybefrv6rv8m56IHfmmcY3D6i6/43vFYEatmD"
                + "5hYWGgGbhINC66pxkZGaFuxeVpBcsgoHOBHKC0gIAAxJdARUJCQhDjQcHQj1DAgmwAAwMDxAagNhYWboQNYggFDG4Vq2L7D2bOPguM18bNT3v3"
                + "fwT6del1zo2PRfe+Vzz5W/cqu+UbuYAfWjEsZhkCTiWMvvUbeUkBWGIaKApMAkCPAV0sKCiI7mlDr2QeMIAYAEk8EGmuLi54TMMVYPc0UBs8WI"
                + "EkUIEA3NNA71atude99/3Ew18XXWHb/FR852vZU3/0bvPaPxR2/aQSBvQup3UuMP0rBLUYJk8FAKRhhZnSBIrSAAAAAElFTkSuQmCC"
        ),
        (
            4,
            "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAFElEQVR4AWNgMEqZxmtfuFjKp26DemT3XiWedXoAAAHDSURBVJO0Gacci5de92"
                + "vY9CS6d//HjFln/pUuv8ndtOWZRP/Bz6pzzjEYrbzNa7/thZTP4a/qkYzsltlz+YgEzECALsbEDgQcQMAJBFxAwA0EPEDABAQgDSxAwAoEbECA"
                + "TS0zn7pDJEgDLxSANIEU8EMBSDM3FIAMQVfLgmzqfyBAdwHMEDYoQFfLoBzavtM0feZp98rVd0EBlzDpyDcg9y+Qyw/kigG5GkCuPpDrCOR6AL"
                + "lR1ziscoDc4veKwa2MWjF9B4SBAGQyIRqbGNZAZAQCuB8JBaKCZVA2yJ8gAZBCAQGBCbAAA2kQAgKY7eDA7UdRK8CCbioDAwPcBSCDWFi4UV0g"
                + "hqKWgcGtYtWdWGASy5x99j8oxTVufioOTIDKoIBbep3TeuNjUfe9wNA6+Vs3/iow1b2RC2j6AQw4FrOMWQJOJcsYfes3PualAOBMiSBJUFIFhQ"
                + "/Ir4JAgDUQDb2Sa3igAGYqLN3DFHJ1QRTDUiKyWmyByAALRJBByNEIokFqBZADERR4VWvuCXQDQ2oiMH8uusJmAQxHz52vZf1P/dFLAObcwofC"
                + "ruWfVMI6QIHHaZ07H5T1FYJathkmTz0OAFwWsbBUukMhAAAAAElFTkSuQmCC"
        ),
        (
            1,
            "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAFElEQVR4AQEQAe/+AAANGic0QU5baHWCj9bnFdwAAAEHSURBVJyptsMBBw4ODg"
                + "4ODg4ODg4DDg4ODgIHCAkKCwwCAwQFBgcICQoLAw4MDQ0DCQ8PBQsLBgwNDQMEBwgJ/wsMAgMPBQYGCAn/CwAjNUdOYGd5gJKZq7LE1t3vASoT"
                + "CBMIEwgTCBMICBMIEwgCBwgJCgsBDQMEBQYHCAkKCwMgDwoFEAsGBxIICAkPCgUQBAcICQoAAQ0LBAUGBwgJCgAARl1pdYGNmaWxvcnV7PgEEA"
                + "FNDQ0NDQ0NDQ0NDQ0NDQ0NAgcICQoLDA0ODxARBwgJCgsDMQwMDQ0OAwkKCgsGDAwNDQQHCAkKAAENDgQFBgUIEAoAAGl6i5Gis7nK2+Hy+Aka"
                + "IDFsoCqPN9BDugAAAABJRU5ErkJggg=="
        ),
    ]

    private func expected(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: x * 13 + y * 7 + channel * 50 + (x * y) % 11)
    }

    @Test(arguments: 0..<3)
    func readsPNG(index: Int) throws {
        let (channels, base64) = PhotoTests.pictures[index]
        let bytes = [UInt8](try #require(Data(base64Encoded: base64)))
        let picture = try #require(PNG.decode(bytes))
        #expect((picture.width, picture.height) == (16, 16))
        var rgb: [UInt8] = []
        for y in 0..<16 {
            for x in 0..<16 {
                for channel in 0..<3 { rgb.append(expected(x, y, channels == 1 ? 0 : channel)) }
            }
        }
        #expect(picture.rgb == rgb)
    }

    @Test func brokenPNGsAreNoPictures() throws {
        let bytes = [UInt8](try #require(Data(base64Encoded: PhotoTests.pictures[0].base64)))
        for length in 0..<bytes.count { #expect(PNG.decode(Array(bytes.prefix(length))) == nil) }
        // Any single wrong byte may change the picture, but never more than that.
        for position in bytes.indices {
            var wrong = bytes
            wrong[position] ^= 0x55
            if let picture = PNG.decode(wrong) { #expect(picture.rgb.count == picture.width * picture.height * 3) }
        }
    }

    @Test func aPhotoThatCannotBeReadIsNamed() throws {
        let cards = try Cards()
        let path = cards.root + "/note.jpg"
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: path))
        var options = cards.options("card", frames: 2)
        options.photos = [cards.root]
        let error = #expect(throws: DemoError.self) { try DemoCard.make(options) { _ in } }
        #expect(error?.message.contains(path) == true)
        #expect(!FileManager.default.fileExists(atPath: options.directory))
        options.photos = [cards.root + "/missing"]
        #expect(throws: DemoError.self) { try DemoCard.make(options) { _ in } }
    }

    @Test func aPhotoAppearsOnTheCard() throws {
        let cards = try Cards()
        let path = cards.root + "/sun,set.png"
        try #require(Data(base64Encoded: PhotoTests.pictures[0].base64)).write(to: URL(fileURLWithPath: path))
        var options = cards.options("card", frames: 20)
        options.photos = [path]
        let truth = try DemoCard.make(options) { _ in }
        #expect(truth.frames.filter { $0.scene == "photo:sun" }.count == 1)
    }
}
