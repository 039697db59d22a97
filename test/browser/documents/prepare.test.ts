import { beforeAll, expect, it } from 'vitest'
import { preparePicture, textOfDocument } from '../../../src/documents/prepare.ts'
import { readPdf } from '../../../src/pdf/read-pdf.ts'
import { builtThread } from '../../support/built-thread.ts'
import { chinesePdf, docx, filteredPdf, textPdf } from '../../support/office-files.ts'

beforeAll(async () => {
  await builtThread('src/pdf/pdf-worker.ts')
  await builtThread('src/documents/documents-worker.ts')
})

async function drawn(width: number, height: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = 'teal'
  context.fillRect(0, 0, width / 2, height)
  return canvas.convertToBlob({ type })
}

/** What a camera writes into a picture: turned by 90 degrees, and a place. */
async function withExif(jpeg: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await jpeg.arrayBuffer())
  const place = new TextEncoder().encode('GPS 52.5200N 13.4050E')
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const exif = [...new TextEncoder().encode('Exif'), 0, 0, ...tiff, ...place]
  const segment = [0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255, ...exif]
  return new Blob([bytes.slice(0, 2), new Uint8Array(segment), bytes.slice(2)])
}

it('a photo comes back upright, small enough for models, and without the place where it was taken', async () => {
  const photo = await withExif(await drawn(4000, 3000, 'image/jpeg'))
  expect(await photo.text()).toContain('52.5200N')
  const { bytes, mediaType, width, height } = await preparePicture(photo)
  expect({ mediaType, width, height }).toEqual({ mediaType: 'image/jpeg', width: 1440, height: 1920 })
  expect(new TextDecoder('latin1').decode(bytes)).not.toMatch(/Exif|52\.5200N/)
  const bitmap = await createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>]))
  expect([bitmap.width, bitmap.height]).toEqual([1440, 1920])
})

it('a small picture that came without loss stays so', async () => {
  expect(await preparePicture(await drawn(300, 200, 'image/png'))).toMatchObject({
    mediaType: 'image/png',
    width: 300,
    height: 200,
  })
})

it('what is too large or cannot be read is refused in words, before it is unpacked', async () => {
  const piece = new Blob([new Uint8Array(20_000_000)])
  await expect(preparePicture(new Blob(Array(10).fill(piece)))).rejects.toThrow('It is too large (200 MB')
  const bomb = new Uint8Array([
    0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60,
  ])
  await expect(preparePicture(new Blob([bomb]))).rejects.toThrow('60000 × 60000 is 3600 million pixels')
  const heic = new Uint8Array(64)
  heic.set([0, 0, 0, 24, ...new TextEncoder().encode('ftypheic')])
  heic.set([...new TextEncoder().encode('ispe'), 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 9], 28)
  await expect(preparePicture(new Blob([heic]))).rejects.toThrow('can’t read HEIC')
  await expect(preparePicture(new Blob(['<svg/>']))).rejects.toThrow('unknown image format')
})

it('documents and PDFs are read in threads of their own', async () => {
  const word = await textOfDocument('docx', new Blob([docx('Plan', 'Sell the boat.', ['Boat', '1,200'])]))
  expect(word).toMatch(/^# Plan\s+Sell the boat\.\s+Boat \| 1,200 \|/)
  expect(await readPdf(textPdf('Hello from page one').buffer)).toEqual({
    pages: 1,
    text: '[Page 1]\nHello from page one',
  })
  await expect(readPdf(new TextEncoder().encode('no pdf').buffer)).rejects.toThrow('damaged')
})

it('words of a PDF in a Chinese font that is not in it vanished without a word', async () => {
  for (const [table, bytes] of [
    ['GBK-EUC-H', 'c4e3bac3'],
    ['UniGB-UCS2-H', '4f60597d'],
    ['UniGB-UTF16-V', '4f60597d'],
  ] as const)
    expect(await readPdf(chinesePdf(table, bytes).buffer)).toEqual({ pages: 1, text: '[Page 1]\n你好' })
  // a table that this app does not have
  const { text } = await readPdf(chinesePdf('UniGB-UTF32-H', '00004f600000597d').buffer)
  expect(text).toMatch(/^\[… words in Chinese, Japanese or Korean fonts .* could not be read/)
})

it('an abort ends the thread', async () => {
  const controller = new AbortController()
  const waiting = preparePicture(await drawn(300, 200, 'image/png'), controller.signal)
  controller.abort(new Error('Removed.'))
  await expect(waiting).rejects.toThrow('Removed.')
})

/** Zeros, packed by the browser: 1 MB at a time, so that nothing of their size is ever held. */
async function packedZeros(megabytes: number, format: CompressionFormat): Promise<Uint8Array<ArrayBuffer>> {
  const piece = new Uint8Array(1_000_000)
  let left = megabytes
  const zeros = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => (left-- > 0 ? controller.enqueue(piece) : controller.close()),
  })
  return new Uint8Array(await new Response(zeros.pipeThrough(new CompressionStream(format))).arrayBuffer())
}
const packed = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  )

it('a PDF of few bytes took 1.6 GB, and was attached as one without text: it is refused in words', async () => {
  const once = await packedZeros(700, 'deflate')
  const runs = new Uint8Array(2_400_000).map((_, at) => (at % 2 === 0 ? 129 : 0))
  for (const [filters, bytes] of [
    ['/FlateDecode', once],
    ['[/FlateDecode/FlateDecode]', await packed(once)],
    // each pair of bytes stands for 128
    ['[/FlateDecode/RunLengthDecode/RunLengthDecode]', await packed(runsOfRuns(runs))],
  ] as const) {
    const file = filteredPdf(bytes, filters)
    expect(file.length).toBeLessThan(1_000_000)
    await expect(readPdf(file.buffer), filters).rejects.toThrow('It needs more memory than one file is allowed here.')
  }
}, 120_000)

/** Bytes that unpack to `inner`, and there to 64 times as many. */
function runsOfRuns(inner: Uint8Array): Uint8Array<ArrayBuffer> {
  const pieces: number[] = []
  // pieces of 128 bytes as they are
  for (let at = 0; at < inner.length; at += 128) pieces.push(127, ...inner.subarray(at, at + 128))
  return new Uint8Array([...Array(4).fill(pieces).flat(), 128])
}
