import KeepersCore
import KeepersUI

/// What came of a job, as `Workshop.ask` gives it.
typealias WorkerResult = Result<(reader: ByteReader, slot: UnsafeRawBufferPointer), Failure>

/// Fetches the pictures that the terminal asks for; a gesture cancels what nobody looks at any more.
final class PictureDesk {
    enum Answer {
        case pixels(Pixels)
        case failed(String)
    }

    private let session: CardSession
    private var tags: [PictureRequest: UInt64] = [:]
    private var lastTag: UInt64 = 1 << 32
    var deliver: (PictureRequest, Answer) -> Void = { _, _ in }
    /// What the screens learn about pictures.
    var tell: (Event) -> Void = { _ in }

    init(_ session: CardSession) { self.session = session }

    var isIdle: Bool { tags.isEmpty }

    func fetch(_ request: PictureRequest, isShown: Bool) {
        guard tags[request] == nil, let frame = session.frames[request.frame] else { return }
        guard let job = job(request, frame) else {
            let words = frame.problem ?? "not here now"
            return request.source == .preview ? deliver(request, .failed(words)) : tell(.pictureFailed(request, words))
        }
        lastTag += 1
        let tag = lastTag
        tags[request] = tag
        let priority: Workshop.Priority = isShown ? .screen : .neighbour
        let done: (WorkerResult) -> Void = { [self] result in
            guard tags[request] == tag else { return }
            tags[request] = nil
            finish(request, result)
        }
        if case .develop(let source, _) = job {
            session.workshop.darkroom.develop(source, request, priority, tag: tag, done: done)
        } else {
            session.workshop.ask(job, priority, tag: tag, done: done)
        }
    }

    private func finish(_ request: PictureRequest, _ result: WorkerResult) {
        // Another picture than the preview failed: the screens know what to show instead, and say why.
        if request.source != .preview, case .failure(let failure) = result {
            return tell(.pictureFailed(request, failure.message))
        }
        deliver(request, answer(result, request))
        guard request.quality == .large, case .success(var answer) = result, let facts = try? PictureFacts(from: &answer.reader)
        else { return }
        tell(.drew(request, facts))
    }

    func cancel(_ requests: [PictureRequest]) {
        for request in requests {
            guard let tag = tags.removeValue(forKey: request) else { continue }
            if request.source.isDeveloped {
                session.workshop.darkroom.cancel(tag: tag)
            } else {
                session.workshop.cancel(tag: tag)
            }
        }
    }

    /// Gives back what has not been used for a while.
    func rest(now: UInt64) { session.workshop.darkroom.rest(now: now) }

    func cancelAll() { cancel(Array(tags.keys)) }

    private func job(_ request: PictureRequest, _ frame: Frame) -> WorkerJob? {
        if request.quality == .thumbnail, max(request.pixelWidth, request.pixelHeight) <= 480,
            let jpeg = session.thumbnails?.jpeg(of: frame)
        {
            return .drawThumbnail(jpeg, request)
        }
        if request.source != .preview { return otherJob(request, frame) }
        let preview = request.quality == .thumbnail ? frame.header.gridPreview : frame.header.loupePreview
        guard let preview, let source = session.source(of: frame, preview: preview) else { return nil }
        return .draw(source, request)
    }

    /// The RAW's own data, or the JPEG beside it, whose header the worker reads.
    private func otherJob(_ request: PictureRequest, _ frame: Frame) -> WorkerJob? {
        let none = Preview(width: 0, height: 0, source: "", offset: 0, length: 0, intact: false)
        guard var source = session.source(of: frame, preview: none) else { return nil }
        guard request.source == .pair else { return frame.kind.isRaw ? .develop(source, request) : nil }
        guard let pair = frame.pair else { return nil }
        source.path = pair
        return .draw(source, request)
    }

    private func answer(_ result: WorkerResult, _ request: PictureRequest) -> Answer {
        switch result {
        case .failure(let failure): return .failed(failure.message)
        case .success(let answer):
            // Sizes are ours, never the worker's word.
            let count = request.pixelWidth * request.pixelHeight * 3
            guard answer.slot.count >= count else { return .failed("the picture's answer is too short") }
            let bytes = [UInt8](UnsafeRawBufferPointer(rebasing: answer.slot[..<count]))
            return .pixels(Pixels(width: request.pixelWidth, height: request.pixelHeight, bytes: bytes))
        }
    }
}
