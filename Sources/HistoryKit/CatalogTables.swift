/// The tables of a Lightroom catalog that are looked at, and nothing else of it.
enum CatalogTables {
    static let images = "Adobe_images"
    static let files = "AgLibraryFile"
    static let folders = "AgLibraryFolder"
    static let roots = "AgLibraryRootFolder"
    static let stacks = "AgLibraryFolderStackImage"
    static let exif = "AgHarvestedExifMetadata"
    static let cameras = "AgInternedExifCameraModel"
    static let serials = "AgInternedExifCameraSN"
    static let develop = "Adobe_imageDevelopSettings"
    static let variables = "Adobe_variablesTable"

    static let all = Set(
        [images, files, folders, roots, stacks, exif, cameras, serials, develop, variables].map { $0.lowercased() })
}
