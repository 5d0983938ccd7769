import KeepersCore
import Testing

@testable import ExportKit

/// Every decision in every notation and storage: our values are as wished, and every other byte is the same.
@Suite struct FormTests {
    static let marks: [Mark] = {
        var marks: [Mark] = []
        for verdict in [Verdict.pick, .reject, nil] {
            for stars in 0...5 {
                for label in [nil] + ColourLabel.allCases { marks.append(Mark(verdict: verdict, stars: stars, label: label)) }
            }
        }
        return marks
    }()

    @Test(arguments: Form.allCases, Storage.allCases) func setClearAndAgain(form: Form, storage: Storage) throws {
        let original = storage.stored(form.source)
        let before = try SidecarReader.read(original)
        #expect(before.rating == 2 && before.pick == nil && before.hasDevelopSettings)
        // A sixth of the marks for each pairing keeps a debug build quick; together the pairings meet every mark.
        let offset = Form.allCases.firstIndex(of: form)! * Storage.allCases.count + Storage.allCases.firstIndex(of: storage)!
        for (index, mark) in Self.marks.enumerated() where index % 6 == offset % 6 {
            guard let wish = sidecarWish(for: mark, profile: .lightroom, existing: before) else {
                #expect(mark.isEmpty)
                continue
            }
            guard let edited = try SpliceEditor.edit(original, wish: wish, now: now) else {
                #expect(mark == Mark(stars: 2))
                continue
            }
            let after = try SidecarReader.read(edited)
            check(after, mark)
            #expect(withoutOurs(storage.loaded(edited)) == withoutOurs(storage.loaded(original)), "\(form) \(storage) \(mark)")
            #expect(try SpliceEditor.edit(edited, wish: wish, now: "later") == nil)
            let past = SidecarPast(
                original: before, written: after, decidedVerdict: true, decidedStars: false, decidedLabel: false)
            let clearing = sidecarWish(for: Mark(), profile: .lightroom, existing: after, past: past)
            if let clearing, let cleared = try SpliceEditor.edit(edited, wish: clearing, now: now) {
                let values = try SidecarReader.read(cleared)
                #expect(
                    values.pick == nil && values.good == nil && values.rating == 2 && values.label == nil
                        && values.labelColour == nil)
            }
        }
    }

    private func check(_ values: SidecarValues, _ mark: Mark) {
        switch mark.verdict {
        case .pick: #expect(values.pick == 1 && values.good == true)
        case .reject: #expect(values.pick == -1 && values.good == false)
        default: #expect(values.pick == nil && values.good == nil)
        }
        #expect(values.rating == (mark.stars > 0 ? mark.stars : 2))
        let label = mark.label ?? (mark.verdict == .reject ? .red : nil)
        #expect(values.labelColour == label?.rawValue && values.label == label.map { LabelWords.english[$0] })
        #expect(verdict(from: values).conflict == nil)
    }

    @Test func aNewSidecarIsInLightroomsOwnForm() throws {
        let wish = try #require(sidecarWish(for: Mark(verdict: .reject), profile: .lightroom, existing: nil))
        let made = try SidecarMaker.make(wish: wish, forExtension: "cr3", now: now)
        #expect(
            text(made) == """
                <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Keepers">
                 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                  <rdf:Description rdf:about=""
                    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
                    xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/"
                   xmp:MetadataDate="2026-03-01T23:05:00+01:00"
                   xmp:Rating="1"
                   xmp:Label="Red"
                   photoshop:LabelColor="red"
                   xmpDM:pick="-1"
                   xmpDM:good="false"
                   photoshop:SidecarForExtension="CR3"/>
                 </rdf:RDF>
                </x:xmpmeta>

                """)
        #expect(try SpliceEditor.edit(made, wish: wish, now: "later") == nil)
        let values = try SidecarReader.read(made)
        #expect(verdict(from: values).mark == Mark(verdict: .reject, stars: 1, label: .red) && values.forExtension == "CR3")
    }
}
