import KeepersCore

/// The names that we know in other people's sidecars.
enum Vocabulary {
    static let xml = "http://www.w3.org/XML/1998/namespace"
    static let rdfURI = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    static let xmp = "http://ns.adobe.com/xap/1.0/"
    static let dynamicMedia = "http://ns.adobe.com/xmp/1.0/DynamicMedia/"
    static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
    static let darktable = "http://darktable.sf.net/"
    static let cameraRaw = "http://ns.adobe.com/camera-raw-settings/1.0/"

    static let metadataDate = ExpandedName(uri: xmp, local: "MetadataDate")
    static let sidecarForExtension = ExpandedName(uri: photoshop, local: "SidecarForExtension")
    static let digiKamPick = ExpandedName(uri: "http://www.digikam.org/ns/1.0/", local: "PickLabel")
    static let darktableVersion = ExpandedName(uri: darktable, local: "xmp_version")
    static let tagged = ExpandedName(uri: "http://ns.camerabits.com/photomechanic/1.0/", local: "Tagged")

    static func rdf(_ local: String) -> ExpandedName { ExpandedName(uri: rdfURI, local: local) }

    /// `rdf:about`, or the unqualified `about` of early files.
    static func isAbout(_ attribute: Attribute) -> Bool {
        !attribute.isDeclaration && attribute.expanded.local == "about" && ["", rdfURI].contains(attribute.expanded.uri)
    }

    /// Attributes that say nothing about the picture: declarations, rdf:about and its kin, xml:lang.
    static func isSyntax(_ attribute: Attribute) -> Bool {
        attribute.isDeclaration || ["", rdfURI, xml].contains(attribute.expanded.uri)
    }

    /// The prefix under which Adobe writes a namespace of ours.
    static func usualPrefix(of uri: String) -> String {
        switch uri {
        case dynamicMedia: "xmpDM"
        case photoshop: "photoshop"
        case rdfURI: "rdf"
        case darktable: "darktable"
        default: "xmp"
        }
    }
}

extension SidecarProperty {
    var expanded: ExpandedName {
        switch self {
        case .rating: ExpandedName(uri: Vocabulary.xmp, local: "Rating")
        case .label: ExpandedName(uri: Vocabulary.xmp, local: "Label")
        case .labelColour: ExpandedName(uri: Vocabulary.photoshop, local: "LabelColor")
        case .pick: ExpandedName(uri: Vocabulary.dynamicMedia, local: "pick")
        case .good: ExpandedName(uri: Vocabulary.dynamicMedia, local: "good")
        case .darktableLabels: ExpandedName(uri: Vocabulary.darktable, local: "colorlabels")
        }
    }
}
