import CPixels

/// All the sizes in which a camera stores one picture.
struct Prints {
    var full: Negative.Picture
    var preview: Negative.Picture
    var thumbnail: Negative.Picture
    var thumbnailPixels: [UInt8]
    var mosaic: Negative.Mosaic

    /// `rgb`: the stored full picture.
    init(rgb: [UInt8], sizes: FrameSizes, sensor: SensorColour) {
        let fullSize = FrameSizes.stored(long: sizes.fullLong)
        let previewSize = FrameSizes.stored(long: sizes.previewLong)
        let mosaicSize = FrameSizes.stored(long: sizes.mosaicLong)
        let middle = Prints.shrunk(rgb, from: fullSize, to: previewSize)
        full = Prints.picture(rgb, fullSize, quality: 88)
        preview = Prints.picture(middle, previewSize, quality: 86)
        thumbnailPixels = Prints.letterboxed(middle, previewSize)
        thumbnail = Prints.picture(thumbnailPixels, (160, 120), quality: 80)
        mosaic = Prints.mosaic(Prints.shrunk(middle, from: previewSize, to: mosaicSize), mosaicSize, sensor)
    }

    private static func picture(_ rgb: [UInt8], _ size: (width: Int, height: Int), quality: Int) -> Negative.Picture {
        let jpeg = JPEG.encode(rgb, width: size.width, height: size.height, quality: quality)
        return Negative.Picture(jpeg: jpeg, width: size.width, height: size.height)
    }

    /// 160 x 120 with the black bars that cameras bake in above and below a 3:2 picture.
    private static func letterboxed(_ rgb: [UInt8], _ size: (width: Int, height: Int)) -> [UInt8] {
        let height = 106
        let small = shrunk(rgb, from: size, to: (160, height))
        let bar = [UInt8](repeating: 0, count: 160 * 7 * 3)
        return bar + small + bar
    }

    private static func mosaic(_ rgb: [UInt8], _ size: (width: Int, height: Int), _ sensor: SensorColour) -> Negative.Mosaic {
        let matrix = sensor.fromRGB
        let values = [UInt16](unsafeUninitializedCapacity: size.width * size.height) { target, count in
            count = size.width * size.height
            rgb.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                keepers_demo_mosaic(from, Int32(size.width), Int32(size.height), matrix, sensor.black, sensor.white, to)
            }
        }
        return Negative.Mosaic(width: size.width, height: size.height, values: values)
    }

    static func shrunk(_ rgb: [UInt8], from: (width: Int, height: Int), to: (width: Int, height: Int)) -> [UInt8] {
        if from == to { return rgb }
        return [UInt8](unsafeUninitializedCapacity: to.width * to.height * 3) { target, count in
            count = to.width * to.height * 3
            rgb.withUnsafeBufferPointer { source in
                guard let base = source.baseAddress, let out = target.baseAddress else { return }
                keepers_demo_shrink(base, Int32(from.width), Int32(from.height), out, Int32(to.width), Int32(to.height))
            }
        }
    }

    /// Quarter turns clockwise.
    static func turned(_ rgb: [UInt8], width: Int, height: Int, quarters: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: rgb.count) { target, count in
            count = rgb.count
            rgb.withUnsafeBufferPointer { source in
                guard let base = source.baseAddress, let out = target.baseAddress else { return }
                keepers_demo_turn(base, Int32(width), Int32(height), out, Int32(quarters))
            }
        }
    }
}

extension Photo {
    /// Cropped to the wanted shape and brought to its size: averaged when larger, interpolated when smaller.
    func filling(width: Int, height: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: width * height * 3) { target, count in
            count = width * height * 3
            rgb.withUnsafeBufferPointer { source in
                guard let base = source.baseAddress, let out = target.baseAddress else { return }
                keepers_demo_fill(base, Int32(self.width), Int32(self.height), out, Int32(width), Int32(height))
            }
        }
    }
}
