import { describeFile } from './describe-file.ts'
import type { FromDocuments, ToDocuments } from './messages.ts'
import { readDigest, readText } from './read-text.ts'
import { shrinkPicture } from './shrink-picture.ts'

/** The thread for one untrusted picture or document: its owner kills it when it is late, and after its one answer. */

async function answer(asked: ToDocuments): Promise<FromDocuments> {
  switch (asked.type) {
    case 'picture':
      return shrinkPicture(asked.file, asked.longest)
    case 'read':
      return readText(asked.kind, asked.file)
    case 'digest':
      return readDigest(asked.kind, asked.name, asked.file)
    case 'describe':
      return { type: 'text', text: await describeFile(asked.name, asked.file) }
  }
}

self.onmessage = ({ data }: MessageEvent<ToDocuments>): void => {
  answer(data)
    .catch((): FromDocuments => ({ type: 'failed', words: 'It could not be read.' }))
    .then((said) =>
      self.postMessage(said, { transfer: said.type === 'picture' ? [said.bytes.buffer as ArrayBuffer] : [] }),
    )
}
