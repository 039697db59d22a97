import { expect, it } from 'vitest'
import { putBlob, readBlob } from '../../../../src/storage/blobs.ts'
import { showFile } from '../../../../src/worker/ports/show-file.ts'
import { connect } from '../../storage/support.ts'

/** What a tool shows a model of a file, as the threads make it that take it apart. */

const PDF = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[4 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
  '4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj',
  '5 0 obj<</Length 40>>stream\nBT /F1 24 Tf 20 100 Td (Tea at five) Tj ET\nendstream endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
].join('\n')

async function setUp(path: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>) {
  const db = await connect()
  const blob = await putBlob(db, bytes, 1)
  const shown = (signal = new AbortController().signal) =>
    showFile(db, { path, mediaType, blob, size: bytes.length }, signal)
  return { db, blob, shown }
}

it('a large picture is shown in the size that models take, and its blob is kept', async () => {
  const canvas = new OffscreenCanvas(4000, 1000)
  canvas.getContext('2d')?.fillRect(0, 0, 2000, 500)
  const png = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
  const { db, blob, shown } = await setUp('shots/a.png', 'image/png', png)
  const picture = await shown()
  expect(picture).toMatchObject({ type: 'image', name: 'shots/a.png', width: 1920, height: 480 })
  expect(picture.blob).not.toBe(blob)
  expect((await readBlob(db, picture.blob))?.length).toBeGreaterThan(100)
})

it('a PDF is shown as it is, with its words for models that cannot read it', async () => {
  const { db, blob, shown } = await setUp('a.pdf', 'application/pdf', new TextEncoder().encode(PDF))
  const pdf = await shown()
  expect(pdf).toMatchObject({ type: 'document', blob, pages: 1, mediaType: 'application/pdf' })
  if (pdf.type !== 'document' || pdf.words === null) throw new Error('no words')
  expect(new TextDecoder().decode((await readBlob(db, pdf.words)) ?? undefined)).toContain('Tea at five')
  // the file's own bytes were lent, not given away
  expect((await readBlob(db, blob))?.length).toBe(PDF.length)
  // the thread's code is large, and compiled at its first use
})

it('a recording is given as it is, as its own bytes say what it is; what only calls itself sound is refused', async () => {
  const wav = new Uint8Array(44 + 16_000)
  wav.set(new TextEncoder().encode('RIFF....WAVEfmt '))
  new DataView(wav.buffer).setUint32(16, 16, true)
  new DataView(wav.buffer).setUint32(28, 8000, true)
  const { blob, shown } = await setUp('notes/a.mp3', 'audio/mpeg', wav)
  expect(await shown()).toEqual({
    ...{ type: 'document', name: 'notes/a.mp3', mediaType: 'audio/wav', blob, words: null },
    length: 2,
  })
  const other = await setUp('b.mp3', 'audio/mpeg', new TextEncoder().encode('no sound at all'))
  await expect(other.shown()).rejects.toThrow(/sound format is not supported/)
})

it('what is no picture is refused in a sentence, and a stop ends it', async () => {
  const { shown } = await setUp('a.png', 'image/png', new TextEncoder().encode('no picture'))
  await expect(shown()).rejects.toThrow(/\.$/)
  const stopped = new AbortController()
  const waiting = shown(stopped.signal)
  stopped.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
})
