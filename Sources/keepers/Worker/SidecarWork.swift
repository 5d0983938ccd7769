import EngineKit
import ExportKit
import Glibc
import KeepersCore

/// The part of a worker that parses foreign XML.
struct SidecarWork {
    let root: Int32

    func read(_ paths: [String]) -> [UInt8] {
        let readouts = paths.map(readout)
        return WorkerAnswer.wire { writer in writer.put(list: readouts) { $1.write(to: &$0) } }
    }

    func splice(_ tasks: [SpliceTask], now: String) -> [UInt8] {
        let outcomes = tasks.map { outcome($0, now) }
        return WorkerAnswer.wire { writer in writer.put(list: outcomes) { $1.write(to: &$0) } }
    }

    private func readout(_ path: String) -> SidecarReadout {
        do throws(SidecarRefusal) {
            guard let bytes = try content(path) else { return SidecarReadout(path: path) }
            let digest = Digest(of: bytes)
            do throws(SidecarRefusal) {
                return SidecarReadout(path: path, digest: digest, values: try SidecarReader.read(bytes))
            } catch {
                return SidecarReadout(path: path, digest: digest, refusal: error)
            }
        } catch {
            return SidecarReadout(path: path, refusal: error)
        }
    }

    /// What the XMP inside a photo says.
    static func readout(_ path: String, packet: [UInt8]) -> SidecarReadout {
        do throws(SidecarRefusal) {
            return SidecarReadout(path: path, digest: Digest(of: packet), values: try SidecarReader.read(packet))
        } catch {
            return SidecarReadout(path: path, digest: Digest(of: packet), refusal: error)
        }
    }

    private func outcome(_ task: SpliceTask, _ now: String) -> SpliceOutcome {
        do throws(SidecarRefusal) {
            let original = try content(task.path)
            guard let original else {
                let made = try SidecarMaker.make(wish: task.wish, forExtension: task.forExtension, now: now)
                return SpliceOutcome(path: task.path, edited: made, values: try SidecarReader.read(made))
            }
            guard let edited = try SpliceEditor.edit(original, wish: task.wish, now: now) else {
                return SpliceOutcome(path: task.path, original: original, values: try SidecarReader.read(original))
            }
            return SpliceOutcome(path: task.path, original: original, edited: edited, values: try SidecarReader.read(edited))
        } catch {
            return SpliceOutcome(path: task.path, refusal: error)
        }
    }

    /// The file's bytes; nil where there is none. Links, folders and giants are refused before they are read.
    private func content(_ path: String) throws(SidecarRefusal) -> [UInt8]? {
        let descriptor = OpenFile.descriptor(path, below: root)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP {
                throw SidecarRefusal(
                    .undecodable, "it is a symbolic link, which we neither follow nor replace; nothing was written")
            }
            throw SidecarRefusal(.undecodable, "it cannot be read (\(errnoName(errno))); nothing was written")
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw SidecarRefusal(.undecodable, "it is no plain file; nothing was written")
        }
        guard facts.st_size <= SidecarLimits.size else {
            throw SidecarRefusal(.tooLarge, "it is larger than 4 MiB, which no sidecar should be; nothing was written")
        }
        return readAll(descriptor, size: Int(facts.st_size))
    }

    private func readAll(_ descriptor: Int32, size: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: max(1, size)) { buffer, done in
            while done < size {
                let count = pread(descriptor, buffer.baseAddress.map { $0 + done }, size - done, off_t(done))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                done += count
            }
        }
    }
}
