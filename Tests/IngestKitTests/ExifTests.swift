import KeepersCore
import Testing

@testable import IngestKit

@Suite("EXIF is read as cameras write it, oddities included")
struct ExifTests {
    private func shot(_ entries: [(Int, Value)], root: [(Int, Value)] = []) -> ShotData {
        read(TIFFBuilder().build(IFD(root + [(34665, .directories([IFD(entries)]))])), "IMG_0001.DNG").shot
    }

    @Test func exposure() {
        let shot = read(Samples.nef(), "DSC_0001.NEF").shot
        #expect(shot.exposureTime == 1.0 / 250)
        #expect(shot.aperture == 2.8)
        #expect(shot.iso == 1600)
        #expect(shot.focalLength == 85)
        #expect(shot.exposureBias == -1.0 / 3)
        #expect(shot.lens == "85mm F1.4")
        #expect(shot.serial == "0123456")
        #expect(shot.orientation == .turned90)
        #expect(!shot.isAdobeRGB)
    }

    @Test func originalTimeWithFractionAndZone() {
        let time = read(Samples.nef(), "DSC_0001.NEF").shot.capturedAt
        #expect(time?.iso8601 == "2026-06-13T13:05:07.07+02:00")
    }

    @Test func otherTimesOnlyWhereTheOriginalIsAbsent() {
        let change: [(Int, Value)] = [(306, .ascii("2026:07:01 10:00:00"))]
        let digitized: [(Int, Value)] = [
            (0x9004, .ascii("2026:06:13 13:05:08")), (0x9292, .ascii("5")), (0x9010, .ascii("+09:00")),
        ]
        #expect(shot(digitized, root: change).capturedAt?.iso8601 == "2026-06-13T13:05:08.5")
        #expect(shot([(0x9010, .ascii("+09:00"))], root: change).capturedAt?.iso8601 == "2026-07-01T10:00:00+09:00")
        // The zone of the last change says nothing about the shutter.
        #expect(shot([(0x9003, .ascii("2026:06:13 13:05:07")), (0x9010, .ascii("+09:00"))]).capturedAt?.offsetMinutes == nil)
    }

    @Test(
        arguments: [
            ("0000:00:00 00:00:00", nil), ("                   ", nil), ("2026:13:41 10:00:00", nil),
            ("2026:06:13 13:05", "2026-06-13T13:05:00"),
            ("2026-06-13T13:05:07", "2026-06-13T13:05:07"), ("2026:06:13  9:05:07", "2026-06-13T09:05:07"), ("", nil),
            ("2026", nil),
        ] as [(String, String?)])
    func times(text: String, expected: String?) {
        #expect(shot([(0x9003, .ascii(text))]).capturedAt?.iso8601 == expected)
    }

    @Test(
        arguments: [("+02:00", 120), ("-09:30", -570), ("Z", 0), ("   :  ", nil), ("+2", nil), ("+99:00", nil)]
            as [(String, Int16?)])
    func zones(text: String, expected: Int16?) { #expect(zoneMinutes(text) == expected) }

    @Test func isoBeyondTheOldTag() {
        #expect(shot([(0x8827, .short([65535])), (0x8832, .long([102_400]))]).iso == 102_400)
        #expect(shot([(0x8827, .short([65535]))]).iso == 65535)
        #expect(shot([(0x8827, .short([0]))]).iso == nil)
    }

    @Test func divisionByZeroIsNoValue() {
        let shot = shot([(0x829A, .rational([(1, 0)])), (0x829D, .rational([(0, 0)])), (0x9204, .signedRational([(1, 0)]))])
        #expect(shot.exposureTime == nil)
        #expect(shot.aperture == nil)
        #expect(shot.exposureBias == nil)
    }

    @Test func apexServesWhereTheNumbersAreMissing() {
        let shot = shot([(0x9201, .signedRational([(8, 1)])), (0x9202, .rational([(4, 1)]))])
        #expect(shot.exposureTime == 1.0 / 256)
        #expect(shot.aperture == 4)
    }

    @Test func adobeRGB() {
        #expect(shot([(0xA001, .short([2]))]).isAdobeRGB)
        #expect(!shot([(0xA001, .short([0xFFFF]))]).isAdobeRGB)
        #expect(shot([(0xA001, .short([0xFFFF])), (0xA005, .directories([IFD([(1, .ascii("R03"))])]))]).isAdobeRGB)
        #expect(!shot([(0xA001, .short([0xFFFF])), (0xA005, .directories([IFD([(1, .ascii("R98"))])]))]).isAdobeRGB)
    }

    @Test func place() {
        let header = read(TIFFBuilder().build(IFD([(34853, .directories([IFD(Samples.place())]))])), "IMG_0001.DNG")
        #expect(header.shot.latitude.map { fixed($0, 5) } == "-33.85833")
        #expect(header.shot.longitude == 151.2)
        let empty = IFD([
            (1, .ascii("")), (2, .rational([(0, 0), (0, 0), (0, 0)])), (3, .ascii("")), (4, .rational([(0, 0), (0, 0), (0, 0)])),
        ])
        #expect(read(TIFFBuilder().build(IFD([(34853, .directories([empty]))])), "IMG_0001.DNG").shot.latitude == nil)
    }

    @Test func subjectAreaIsAShareOfThePicture() {
        let shot = shot([(0x9214, .short([1500, 1000, 50, 50])), (0xA002, .long([6000])), (0xA003, .long([4000]))])
        #expect(shot.focusX == 0.25)
        #expect(shot.focusY == 0.25)
    }

    @Test(
        arguments: [
            ("<x xmp:Rating=\"4\"/>", 4), ("<xmp:Rating>2</xmp:Rating>", 2), ("<xmp:Rating>0</xmp:Rating>", nil), ("<a/>", nil),
        ] as [(String, Int?)])
    func ratingInThePacket(text: String, expected: Int?) {
        let header = read(TIFFBuilder().build(IFD([(700, .undefined(Array(text.utf8)))])), "IMG_0001.NEF")
        #expect(header.shot.cameraRating == expected)
    }

    @Test func ratingTag() {
        #expect(read(TIFFBuilder().build(IFD([(0x4746, .short([3]))])), "a.NEF").shot.cameraRating == 3)
        #expect(read(TIFFBuilder().build(IFD([(0x4746, .short([99]))])), "a.NEF").shot.cameraRating == nil)
    }

    @Test func textsAreTidyAndHarmless() {
        let shot = read(TIFFBuilder().build(IFD([(271, .ascii("Canon   \0junk")), (272, .ascii("EOS\u{1B}[2J R5"))])), "a.CR2")
            .shot
        #expect(shot.make == "Canon")
        #expect(shot.camera == "EOS?[2J R5")
    }
}
