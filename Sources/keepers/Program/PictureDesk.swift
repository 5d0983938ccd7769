import KeepersCore

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

    init(_ session: CardSession) { self.session = session }

    var isIdle: Bool { tags.isEmpty }

    func fetch(_ request: PictureRequest, isShown: Bool) {
        guard tags[request] == nil, let frame = session.frames[request.frame] else { return }
        guard let job = job(request, frame) else {
            deliver(request, .failed(frame.problem ?? "not here now"))
            return
        }
        lastTag += 1
        let tag = lastTag
        tags[request] = tag
        session.workshop.ask(job, isShown ? .screen : .neighbour, tag: tag) { [self] result in
            guard tags[request] == tag else { return }
            tags[request] = nil
            deliver(request, answer(result, request))
        }
    }

    func cancel(_ requests: [PictureRequest]) {
        for request in requests { if let tag = tags.removeValue(forKey: request) { session.workshop.cancel(tag: tag) } }
    }

    func cancelAll() { cancel(Array(tags.keys)) }

    private func job(_ request: PictureRequest, _ frame: Frame) -> WorkerJob? {
        if request.quality == .thumbnail, max(request.pixelWidth, request.pixelHeight) <= 480,
            let jpeg = session.thumbnails?.jpeg(of: frame)
        {
            return .drawThumbnail(jpeg, request)
        }
        let preview = request.quality == .thumbnail ? frame.header.gridPreview : frame.header.loupePreview
        guard let preview, let source = session.source(of: frame, preview: preview) else { return nil }
        return .draw(source, request)
    }

    private func answer(_ result: Result<(reader: ByteReader, slot: UnsafeRawBufferPointer), Failure>, _ request: PictureRequest)
        -> Answer
    {
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
