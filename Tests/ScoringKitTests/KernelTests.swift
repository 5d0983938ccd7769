import CPixels
import Foundation
import KeepersCore
import Testing

/// Each C loop against the plainest Swift that says the same.
struct KernelTests {
    /// An odd size, so that every loop has a remainder; as RGB and, of the first channel, as luma.
    private static func noise(_ width: Int, _ height: Int) -> Picture {
        var dice = Dice(state: 7)
        return Picture(width: width, height: height) { x, _ in
            x % 11 == 0 ? (255, 255, 3) : (Int.random(in: 0...255, using: &dice), Int.random(in: 0...255, using: &dice), x % 256)
        }
    }

    @Test func lumaAndClippingCountEveryPixelOnce() {
        let picture = Self.noise(301, 19)
        // A part whose rows are not packed.
        let (width, height) = (299, 17)
        var luma = [UInt8](repeating: 0, count: width * height)
        let exposure = picture.bytes.withUnsafeBufferPointer {
            keepers_luma($0.baseAddress! + 3, 3 * 301, Int32(width), Int32(height), &luma)
        }
        var (sum, squares, shadows, highlights) = (0, 0, 0, 0)
        for y in 0..<height {
            for x in 0..<width {
                let (r, g, b) = picture[x + 1, y]
                let expected = (77 * r + 150 * g + 29 * b + 128) >> 8
                #expect(Int(luma[y * width + x]) == expected)
                sum += expected
                squares += expected * expected
                shadows += max(r, g, b) <= 4 ? 1 : 0
                highlights += max(r, g, b) >= 254 ? 1 : 0
            }
        }
        #expect(exposure.pixels == UInt64(width * height))
        #expect(exposure.lumaSum == UInt64(sum))
        #expect(exposure.lumaSquareSum == UInt64(squares))
        #expect(exposure.clippedShadows == UInt64(shadows))
        #expect(exposure.clippedHighlights == UInt64(highlights) && highlights > 400)
    }

    @Test func halvingTakesRoundedMeans() {
        let plane = Self.noise(67, 35).bytes.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        var half = [UInt8](repeating: 0, count: 33 * 17)
        keepers_half(plane, 67, 35, &half)
        for y in 0..<17 {
            for x in 0..<33 {
                let at = 2 * y * 67 + 2 * x
                let sum = Int(plane[at]) + Int(plane[at + 1]) + Int(plane[at + 67]) + Int(plane[at + 68])
                #expect(Int(half[y * 33 + x]) == (sum + 2) / 4)
            }
        }
    }

    @Test func tilesSumWhatTheirDefinitionSays() {
        let (width, height) = (103, 71)
        let plane = Self.noise(width, height).bytes.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        let halfWidth = width / 2
        var half = [UInt8](repeating: 0, count: halfWidth * (height / 2))
        keepers_half(plane, Int32(width), Int32(height), &half)
        let (columns, rows) = (Int(keepers_tile_columns(Int32(width))), Int(keepers_tile_columns(Int32(height))))
        #expect((columns, rows) == (3, 2))
        var tiles = [keepers_tile](repeating: keepers_tile(), count: columns * rows)
        keepers_detail(plane, half, Int32(width), Int32(height), &tiles)
        func laplacian(_ p: [UInt8], _ w: Int, _ x: Int, _ y: Int) -> Int {
            Int(p[(y - 1) * w + x]) + Int(p[(y + 1) * w + x]) + Int(p[y * w + x - 1]) + Int(p[y * w + x + 1])
                - 4 * Int(p[y * w + x])
        }
        for row in 0..<rows {
            for column in 0..<columns {
                var expected = keepers_tile()
                for y in 0..<32 {
                    for x in 0..<32 {
                        let value = laplacian(plane, width, column * 32 + 1 + x, row * 32 + 1 + y)
                        expected.fineEnergy += Int32(value * value)
                    }
                }
                for y in (row * 16 + 1)..<(row * 16 + 17) {
                    for x in (column * 16 + 1)..<(column * 16 + 17) {
                        let value = laplacian(half, halfWidth, x, y)
                        let gx = Int(half[y * halfWidth + x + 1]) - Int(half[y * halfWidth + x - 1])
                        let gy = Int(half[(y + 1) * halfWidth + x]) - Int(half[(y - 1) * halfWidth + x])
                        let centre = Int(half[y * halfWidth + x])
                        expected.coarseEnergy += Int32(value * value)
                        expected.lumaSum += Int32(centre)
                        expected.lumaSquareSum += Int32(centre * centre)
                        expected.gradientXX += Int32(gx * gx)
                        expected.gradientYY += Int32(gy * gy)
                        expected.gradientXY += Int32(gx * gy)
                    }
                }
                let tile = tiles[row * columns + column]
                #expect(tile.fineEnergy == expected.fineEnergy)
                #expect(tile.coarseEnergy == expected.coarseEnergy)
                #expect(tile.lumaSum == expected.lumaSum)
                #expect(tile.lumaSquareSum == expected.lumaSquareSum)
                #expect(tile.gradientXX == expected.gradientXX)
                #expect(tile.gradientYY == expected.gradientYY)
                #expect(tile.gradientXY == expected.gradientXY)
            }
        }
    }

    @Test func cellsSumLikeTilesOfAQuarterOfTheirSize() {
        let (width, height) = (103, 71)
        let plane = Self.noise(width, height).bytes.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        let halfWidth = width / 2
        var half = [UInt8](repeating: 0, count: halfWidth * (height / 2))
        keepers_half(plane, Int32(width), Int32(height), &half)
        var cells = [keepers_tile](repeating: keepers_tile(), count: 6)
        keepers_detail_cells(plane, half, Int32(width), 10, 6, 3, 2, &cells)
        func laplacian(_ p: [UInt8], _ w: Int, _ x: Int, _ y: Int) -> Int {
            Int(p[(y - 1) * w + x]) + Int(p[(y + 1) * w + x]) + Int(p[y * w + x - 1]) + Int(p[y * w + x + 1])
                - 4 * Int(p[y * w + x])
        }
        for (place, cell) in cells.enumerated() {
            let (left, top) = (10 + 16 * (place % 3), 6 + 16 * (place / 3))
            var (fine, coarse, sum, squares, xx, yy, xy) = (0, 0, 0, 0, 0, 0, 0)
            for y in top..<(top + 16) {
                for x in left..<(left + 16) { fine += laplacian(plane, width, x, y) * laplacian(plane, width, x, y) }
            }
            for y in (top / 2)..<(top / 2 + 8) {
                for x in (left / 2)..<(left / 2 + 8) {
                    let centre = Int(half[y * halfWidth + x])
                    let gx = Int(half[y * halfWidth + x + 1]) - Int(half[y * halfWidth + x - 1])
                    let gy = Int(half[(y + 1) * halfWidth + x]) - Int(half[(y - 1) * halfWidth + x])
                    coarse += laplacian(half, halfWidth, x, y) * laplacian(half, halfWidth, x, y)
                    (sum, squares) = (sum + centre, squares + centre * centre)
                    (xx, yy, xy) = (xx + gx * gx, yy + gy * gy, xy + gx * gy)
                }
            }
            let sums: [Int32] = [
                cell.fineEnergy, cell.coarseEnergy, cell.lumaSum, cell.lumaSquareSum, cell.gradientXX, cell.gradientYY,
                cell.gradientXY,
            ]
            let expected: [Int] = [fine, coarse, sum, squares, xx, yy, xy]
            #expect(sums.map { Int($0) } == expected.map { 4 * $0 })
        }
    }

    @Test(arguments: [8, 16, 64])
    func gradientBlocksSumSquaresOfCentralDifferences(side: Int) {
        let (width, height) = (131, 131)
        let plane = Self.noise(width, height).bytes.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        let (columns, rows) = (2, 129 / side)
        var blocks = [keepers_gradients](repeating: keepers_gradients(), count: columns * rows)
        keepers_gradient_blocks(plane, Int32(width), Int32(side), Int32(columns), Int32(rows), &blocks)
        for (place, block) in blocks.enumerated() {
            let (left, top) = (1 + side * (place % columns), 1 + side * (place / columns))
            var (xx, yy, xy) = (0, 0, 0)
            for y in top..<(top + side) {
                for x in left..<(left + side) {
                    let gx = Int(plane[y * width + x + 1]) - Int(plane[y * width + x - 1])
                    let gy = Int(plane[(y + 1) * width + x]) - Int(plane[(y - 1) * width + x])
                    (xx, yy, xy) = (xx + gx * gx, yy + gy * gy, xy + gx * gy)
                }
            }
            let sums: [Int] = [Int(block.xx), Int(block.yy), Int(block.xy)]
            #expect(sums == [xx, yy, xy])
        }
    }

    /// A tile's pixels need a neighbour on every side, at full and at half size: 18 half-size pixels are 36 whole ones.
    @Test(arguments: [(35, 0), (36, 1), (67, 1), (68, 2), (100, 3), (1, 0), (0, 0), (-5, 0)] as [(Int32, Int32)])
    func tilesNeedTheirNeighboursAtBothSizes(side: Int32, columns: Int32) {
        #expect(keepers_tile_columns(side) == columns)
    }

    @Test(arguments: [1, 2, 3, 5, 128])
    func shrinkingTakesRoundedMeansOfBlocks(factor: Int) {
        let picture = Self.noise(factor * 4 + factor / 2, factor * 2 + 1)
        let (columns, rows) = (picture.width / factor, picture.height / factor)
        var target = [UInt8](repeating: 0, count: columns * rows * 3)
        var scratch = [UInt16](repeating: 0, count: picture.width * 3)
        keepers_shrink(
            picture.bytes, 3 * picture.width, Int32(picture.width), Int32(picture.height), Int32(factor), &target, &scratch)
        for row in 0..<rows {
            for column in 0..<columns {
                for channel in 0..<3 {
                    var sum = factor * factor / 2
                    for y in 0..<factor {
                        for x in 0..<factor {
                            sum += Int(picture.bytes[3 * ((row * factor + y) * picture.width + column * factor + x) + channel])
                        }
                    }
                    #expect(Int(target[3 * (row * columns + column) + channel]) == sum / (factor * factor))
                }
            }
        }
    }

    @Test(arguments: Orientation.allCases)
    func turningPutsEveryPixelWhereItsOrientationSays(orientation: Orientation) {
        let picture = Self.noise(37, 21)
        let size = orientation.upright(width: 37, height: 21)
        var target = Picture(width: size.width, height: size.height) { _, _ in (0, 0, 0) }
        keepers_turn(picture.bytes, 3 * 37, 37, 21, Int32(orientation.rawValue), &target.bytes)
        for y in 0..<21 {
            for x in 0..<37 {
                let place = orientation.upright(x: (Double(x) + 0.5) / 37, y: (Double(y) + 0.5) / 21)
                #expect(target[Int(place.x * Double(size.width)), Int(place.y * Double(size.height))] == picture[x, y])
            }
        }
    }

    @Test func cellMeansCoverThePictureWithoutOverlap() {
        let picture = Self.noise(31, 23)
        var means = [Float](repeating: 0, count: 9 * 8 * 3)
        keepers_cell_means(picture.bytes, 3 * 31, 31, 23, 9, 8, &means)
        for (row, column) in [(0, 0), (7, 8), (3, 5)] {
            var (sum, count) = (0, 0)
            for y in (row * 23 / 8)..<((row + 1) * 23 / 8) {
                for x in (column * 31 / 9)..<((column + 1) * 31 / 9) {
                    sum += picture[x, y].1
                    count += 1
                }
            }
            #expect(abs(means[3 * (row * 9 + column) + 1] - Float(sum) / Float(count)) < 0.001)
        }
    }

    @Test func colourfulnessFollowsItsFormula() {
        let picture = Self.noise(40, 30)
        var (rg, yb): ([Double], [Double]) = ([], [])
        for y in 0..<30 {
            for x in 0..<40 {
                let (r, g, b) = picture[x, y]
                rg.append(Double(r - g))
                yb.append(Double(r + g) / 2 - Double(b))
            }
        }
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        func variance(_ values: [Double]) -> Double { mean(values.map { ($0 - mean(values)) * ($0 - mean(values)) }) }
        let spread = (variance(rg) + variance(yb)).squareRoot()
        let expected = spread + 0.3 * (mean(rg) * mean(rg) + mean(yb) * mean(yb)).squareRoot()
        #expect(abs(keepers_colourfulness(picture.bytes, 120, 40, 30) - expected) < 1e-6)
        let grey = Picture(width: 8, height: 8) { x, y in (9 * x, 9 * x, 9 * x) }
        #expect(keepers_colourfulness(grey.bytes, 24, 8, 8) == 0)
    }

    @Test func theBrightestValueIsSoughtInsideItsRectangleOnly() {
        var picture = Picture(width: 10, height: 6) { _, _ in (3, 4, 5) }
        picture.bytes[3 * (2 * 10 + 4) + 2] = 200
        #expect(keepers_brightest(picture.bytes, 30, 4, 2, 5, 3) == 200)
        #expect(keepers_brightest(picture.bytes, 30, 0, 0, 4, 6) == 5)
        #expect(keepers_brightest(picture.bytes, 30, 5, 0, 10, 6) == 5)
    }
}
