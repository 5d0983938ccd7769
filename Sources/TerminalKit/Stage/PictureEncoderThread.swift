import CCurses
import Glibc
import KeepersCore

/// Encodes pictures on a thread of its own, at low priority, first come first served; whoever waits is woken through a descriptor.
final class PictureEncoderThread: @unchecked Sendable {
    // Everything mutable is guarded by `mutex`; the descriptor never changes.
    struct Task: Sendable {
        var key: PictureKey
        var pixels: Pixels
        /// What is mixed in.
        var second: Pixels?
        var settings: EncodingSettings
        var effort: EncodedPicture.Effort
        var id: UInt32
    }

    struct Result: Sendable {
        var key: PictureKey
        var settings: EncodingSettings
        var picture: EncodedPicture
    }

    /// Readable when results wait.
    let wakeDescriptor: Int32
    private let wakeEnd: Int32
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var tasks: [Task] = []
    private var results: [Result] = []
    private var isClosing = false
    private var thread = pthread_t()

    init() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard kt_pipe(&ends) == 1 else { throw .noWakeUp(errno) }
        (wakeDescriptor, wakeEnd) = (ends[0], ends[1])
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(arrived, nil)
        // The thread keeps the object alive until `close`.
        let unmanaged = Unmanaged.passRetained(self)
        let failure = pthread_create(&thread, nil, { PictureEncoderThread.main($0) }, unmanaged.toOpaque())
        guard failure == 0 else {
            unmanaged.release()
            throw .noWakeUp(failure)
        }
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(arrived)
        mutex.deallocate()
        arrived.deallocate()
        Glibc.close(wakeDescriptor)
        Glibc.close(wakeEnd)
    }

    func submit(_ task: Task) {
        locked { tasks.append(task) }
        pthread_cond_signal(arrived)
    }

    /// Forgets what has not been begun and is not wanted any more; returns what was forgotten.
    func cancel(except isWanted: (PictureKey) -> Bool) -> [PictureKey] {
        locked {
            let dropped = tasks.filter { !isWanted($0.key) }
            if !dropped.isEmpty { tasks.removeAll { !isWanted($0.key) } }
            return dropped.map(\.key)
        }
    }

    func takeResults() -> [Result] {
        var bytes = [UInt8](repeating: 0, count: 256)
        while Glibc.read(wakeDescriptor, &bytes, bytes.count) == bytes.count {}
        return locked {
            defer { results.removeAll() }
            return results
        }
    }

    /// Ends the thread after the picture in hand.
    func close() {
        locked { isClosing = true }
        pthread_cond_signal(arrived)
        pthread_join(thread, nil)
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    private static func main(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument else { return nil }
        let encoder = Unmanaged<PictureEncoderThread>.fromOpaque(argument).takeRetainedValue()
        kt_signal_stack()
        kt_nice()
        while let task = encoder.next() { encoder.finish(task) }
        return nil
    }

    private func next() -> Task? {
        locked {
            while tasks.isEmpty && !isClosing { pthread_cond_wait(arrived, mutex) }
            return isClosing ? nil : tasks.removeFirst()
        }
    }

    private func finish(_ task: Task) {
        var pixels = task.pixels
        if let blend = task.key.blend, let second = task.second { pixels = pixels.blended(with: second, blend) }
        let picture = EncodedPicture(pixels, task.key, task.settings, task.effort, id: task.id)
        locked { results.append(Result(key: task.key, settings: task.settings, picture: picture)) }
        // A full pipe wakes as well.
        var byte: UInt8 = 1
        _ = Glibc.write(wakeEnd, &byte, 1)
    }
}
