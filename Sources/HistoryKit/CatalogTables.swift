/// The tables of the databases that are looked at, and nothing else of them.
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

    /// Of darktable's library.db and of digiKam's digikam4.db; SQLite tells no case apart.
    static let pictures = "images"
    static let filmRolls = "film_rolls"
    static let colourLabels = "color_labels"
    static let albums = "Albums"
    static let albumRoots = "AlbumRoots"
    static let information = "ImageInformation"
    static let metadata = "ImageMetadata"
    static let tags = "Tags"
    static let tagged = "ImageTags"

    /// Of a Lightroom catalog's previews.db.
    static let cacheEntries = "ImageCacheEntry"
    static let pyramids = "Pyramid"
    static let levels = "PyramidLevel"

    static let all = Set(
        [
            images, files, folders, roots, stacks, exif, cameras, serials, develop, variables, pictures, filmRolls, colourLabels,
            albums, albumRoots, information, metadata, tags, tagged, cacheEntries, pyramids, levels,
        ].map { $0.lowercased() })
}
