import type { FromDocuments, ToDocuments } from './messages.ts'
import { readText } from './read-text.ts'
import { shrinkPicture } from './shrink-picture.ts'

/** The thread for one foreign picture or document: whoever started it kills it when it is late, and after its one answer. */

const answer = (asked: ToDocuments): Promise<FromDocuments> =>
  asked.type === 'picture' ? shrinkPicture(asked.file, asked.longest) : readText(asked.kind, asked.file)

self.onmessage = ({ data }: MessageEvent<ToDocuments>): void => {
  answer(data)
    .catch((): FromDocuments => ({ type: 'failed', words: 'It could not be read.' }))
    .then((said) =>
      self.postMessage(said, { transfer: said.type === 'picture' ? [said.bytes.buffer as ArrayBuffer] : [] }),
    )
}
