import type { DocumentJob, DocumentOutcome } from '../../tools/documents/document-port.ts'
import { writeDocument } from './write-document.ts'

/** The thread that makes one document. Whoever started it ends it after its one answer, or when it is late. */
self.onmessage = ({ data }: MessageEvent<DocumentJob>): void => {
  void writeDocument(data).then((outcome: DocumentOutcome) =>
    self.postMessage(outcome, { transfer: outcome.ok ? [outcome.bytes.buffer] : [] }),
  )
}
