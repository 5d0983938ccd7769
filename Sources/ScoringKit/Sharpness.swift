import CPixels
import Glibc
import KeepersCore

/// What the tiles of a picture say about its detail.
struct Detail {
    /// Unit-free: energy of the finest detail, noise taken out, against the contrast it sits on, in the sharpest tiles.
    /// About 0.5 to 6 for sharp photographs, 0.1 for a blur of 1 px, 0.02 for 2 px, 0.003 for 4 px.
    /// nil when every tile is as busy as the next and noise cannot be told from texture.
    var sharpness: Double?
    /// Standard deviation of luma, 0...255; nil when no part of the picture can show it.
    var noise: Double?
    var directionality: Double
    /// The tiles that `sharpness` was taken from.
    var sharpest: [Int]
    /// What the flattest tiles show as noise.
    var flat: FlatTiles
}

/// Judges tiles as `keepers_detail` sums them; nil when the picture is too small for any.
///
/// The Laplacian's energy rates noise as sharp, so a multiple of the energy of the flattest tiles (their 20th percentile) is taken from
/// every tile. What stays is divided by the tile's own variance: a dark or a hazy frame then counts like a contrasty one, and blur, which
/// leaves the variance of edges alone, shows undiluted. The half-size scale joins in at 1/16, so that a soft and noisy frame,
/// whose finest scale drowns, is still told from a blurred one.
func judge(_ tiles: UnsafeBufferPointer<keepers_tile>, iso: Int?) -> Detail? {
    guard !tiles.isEmpty else { return nil }
    let flat = FlatTiles(tiles, iso: iso)
    let details = tiles.map { $0.detail(above: flat) }
    // The twentieth part that holds most detail, at least four.
    let order = details.greatest(max(4, tiles.count / 20))
    var detail = 0.0
    var variance = 0.0
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for index in order {
        detail += details[index]
        variance += tiles[index].variance
        xx += Double(tiles[index].gradientXX)
        yy += Double(tiles[index].gradientYY)
        xy += Double(tiles[index].gradientXY)
    }
    let count = Double(order.count)
    // 30 keeps a flat tile's rounding noise from counting as contrast.
    let sharpness = detail / (variance + 30 * count)
    let middle = (xx + yy) / 2
    let apart = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
    // One grey level a pixel in both: a flat picture has no direction.
    let floor = 256 * count
    return Detail(
        sharpness: flat.isTexture ? nil : sharpness, noise: flat.noise,
        directionality: (middle + apart + floor) / (max(0, middle - apart) + floor), sharpest: order, flat: flat)
}

/// Sharpness of some tiles or cells by themselves, on the scale of `Detail.sharpness`: of the `share` that holds most detail.
/// nil where they hold no contrast that could be sharp.
func sharpness(of tiles: [keepers_tile], share: Double, above flat: FlatTiles) -> Double? {
    guard !flat.isTexture, !tiles.isEmpty else { return nil }
    let details = tiles.map { $0.detail(above: flat) }
    let order = details.greatest(max(4, Int(share * Double(tiles.count))))
    var (detail, variance) = (0.0, 0.0)
    for index in order {
        detail += details[index]
        variance += tiles[index].variance
    }
    let count = Double(order.count)
    // A contrast of five grey levels above the noise: less is a plain wall or the sky.
    guard variance > count * (25 + flat.fine / 20) else { return nil }
    return detail / (variance + 30 * count)
}

/// Energy a pixel in the flattest tiles: noise, as far as a picture can tell.
struct FlatTiles {
    /// Over the whole picture.
    let fine: Double
    let coarse: Double
    let noise: Double?
    /// Whether these tiles are not flat at all: gravel or foliage that fills the frame. They are then about as busy as the busiest,
    /// and unlike white noise, whose energy falls to a quarter at half the size, they keep theirs.
    let isTexture: Bool
    /// At five levels of luma, because noise is louder in the shadows: the flat sky alone would make a dark blurred face look sharp.
    private let fineLevels: [Double]
    private let coarseLevels: [Double]

    /// Tiles near black or white hide noise and are not asked. When hardly any other is left,
    /// the sensitivity has to do: a reduced picture of a current camera has a noise of about 0.05 sqrt(ISO).
    init(_ tiles: UnsafeBufferPointer<keepers_tile>, iso: Int?) {
        var levels = [(fine: [Double], coarse: [Double])](repeating: ([], []), count: Levels.count)
        for tile in tiles where tile.luma > Levels.darkest && tile.luma < Levels.brightest {
            let level = Levels.level(of: tile.luma)
            levels[level].fine.append(tile.fine)
            levels[level].coarse.append(tile.coarse)
        }
        var fines = levels.flatMap(\.fine)
        var coarses = levels.flatMap(\.coarse)
        guard fines.count >= 20 else {
            let deviation = 0.05 * Double(max(0, iso ?? 100)).squareRoot()
            fine = FlatTiles.laplacianGain * deviation * deviation
            coarse = fine / 4
            noise = nil
            isTexture = false
            fineLevels = [Double](repeating: fine, count: Levels.count)
            coarseLevels = [Double](repeating: coarse, count: Levels.count)
            return
        }
        let last = fines.count - 1
        // Noise is about as loud in one flat tile as in the next: a fifth far above the flattest tenth is texture already.
        fine = min(fines.select(last / 5), 3 * fines.select(last / 10) + FlatTiles.rounding)
        coarse = min(coarses.select(last / 5), 3 * coarses.select(last / 10) + FlatTiles.rounding)
        isTexture = fine > FlatTiles.laplacianGain && 3 * fine > fines.select(last * 49 / 50) && fine < 1.5 * coarse
        noise = isTexture ? nil : (fines.select(last / 10) / FlatTiles.laplacianGain).squareRoot()
        fineLevels = Levels.floors(levels.map(\.fine), overall: fine)
        coarseLevels = Levels.floors(levels.map(\.coarse), overall: coarse)
    }

    /// What noise may leave at most in a tile of this luma: three times the picture's flat tiles, or twice those of the same luma.
    func fineFloor(at luma: Double) -> Double { max(3 * fine, 2 * Levels.value(fineLevels, at: luma)) }
    func coarseFloor(at luma: Double) -> Double { max(3 * coarse, 2 * Levels.value(coarseLevels, at: luma)) }

    /// The Laplacian's squared weights: white noise of variance v has an energy of 20 v.
    private static let laplacianGain = 20.0
    /// What half a grey level of rounding may leave.
    private static let rounding = 4.0
}

/// Luma in five steps between near black and near white.
private enum Levels {
    static let count = 5
    static let darkest = 10.0
    static let brightest = 245.0
    private static let width = (brightest - darkest) / Double(count)

    static func level(of luma: Double) -> Int { min(count - 1, max(0, Int((luma - darkest) / width))) }

    /// The flattest fifth of each level, where it has twenty tiles; between its neighbours else. Never below the picture's own, and at
    /// most eight times that, so that a level without any flat tile does not lose its texture.
    static func floors(_ energies: [[Double]], overall: Double) -> [Double] {
        let known = energies.enumerated().compactMap { level, energies -> (level: Int, floor: Double)? in
            guard energies.count >= 20 else { return nil }
            var energies = energies
            return (level, min(8 * overall, max(overall, energies.select((energies.count - 1) / 5))))
        }
        return (0..<count).map { level in
            let below = known.last { $0.level <= level }
            let above = known.first { $0.level >= level }
            guard let below, let above else { return below?.floor ?? above?.floor ?? overall }
            guard above.level > below.level else { return below.floor }
            let share = Double(level - below.level) / Double(above.level - below.level)
            return below.floor + share * (above.floor - below.floor)
        }
    }

    /// Between the middles of two levels.
    static func value(_ floors: [Double], at luma: Double) -> Double {
        let place = min(Double(count - 1), max(0, (luma - darkest) / width - 0.5))
        let first = min(count - 2, Int(place))
        return floors[first] + (place - Double(first)) * (floors[first + 1] - floors[first])
    }
}

extension keepers_tile {
    fileprivate var fine: Double { Double(fineEnergy) / 1024 }
    fileprivate var coarse: Double { Double(coarseEnergy) / 256 }
    var luma: Double { Double(lumaSum) / 256 }
    fileprivate var variance: Double { max(0, Double(lumaSquareSum) / 256 - luma * luma) }

    fileprivate func detail(above flat: FlatTiles) -> Double {
        max(0, fine - flat.fineFloor(at: luma)) + max(0, coarse - flat.coarseFloor(at: luma)) / 16
    }
}
