import { beforeAll, expect, it } from 'vitest'
import { ZIP_BOUNDS } from '../../../../src/storage/archive/open-archive.ts'
import { readZip } from '../../../../src/storage/archive/zip-reader.ts'
import { makeZipWriter, type ZipWriter } from '../../../../src/storage/archive/zip-writer.ts'
import { runs } from '../../../support/runs.ts'

const NOW = Date.UTC(2026, 0)

/** Entries of one byte each, and then what `more` does. */
async function zipOf(count: number, more: (zip: ZipWriter) => void = () => {}): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = makeZipWriter((piece) => void parts.push(piece), NOW)
  for (let n = 0; n < count; n++) {
    const entry = zip.entry(`blobs/${n}`, false)
    await entry.write(new Uint8Array([n]))
    await entry.end()
  }
  more(zip)
  await zip.end()
  return new Blob([Buffer.concat(parts)])
}

/** As many as are read here. */
let large: Blob
let oneMore: unknown
beforeAll(async () => {
  large = await zipOf(ZIP_BOUNDS.entries, (zip) => {
    try {
      zip.entry('one more', false)
    } catch (error) {
      oneMore = error
    }
  })
}, 60_000)

/** With other numbers in what ends it. */
async function ending(file: Blob, change: (end: DataView) => void): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  change(new DataView(bytes.buffer, bytes.length - 22))
  return new Blob([bytes])
}

it.each([0, 3])('%d entries are read as they were written', async (count) => {
  expect((await readZip(await zipOf(count), ZIP_BOUNDS)).size).toBe(count)
})

it('a backup of more than 65,534 entries was reported as written and could not be restored', async () => {
  const entries = await readZip(large, ZIP_BOUNDS)
  expect(entries.size).toBe(100_000)
  const last = await new Response(entries.get('blobs/65539')?.open()).arrayBuffer()
  expect([...new Uint8Array(last)]).toEqual([65_539 % 256])
  // where a number has no room some writers say the largest that it can be
  const capped = await ending(large, (end) => end.setUint16(10, 0xffff, true))
  expect((await readZip(capped, ZIP_BOUNDS)).size).toBe(100_000)
  await expect(readZip(large, { ...ZIP_BOUNDS, entries: 99_999 })).rejects.toThrow('more than 99999 files')
})

it('a directory that holds more or fewer entries than it says is damaged', async () => {
  for (const said of [2, 4]) {
    const file = await ending(await zipOf(3), (end) => end.setUint16(10, said, true))
    await expect(readZip(file, ZIP_BOUNDS)).rejects.toThrow('damaged')
  }
})

it('an archive of more entries than are read here is not written', () => {
  expect(oneMore).toBeInstanceOf(RangeError)
})

/** Packed entries that say one sign over and over. */
async function denseZip(count: number, size: number): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = makeZipWriter((piece) => void parts.push(piece), NOW)
  for (let n = 0; n < count; n++) {
    const entry = zip.entry(`sessions/${n}.jsonl`, true)
    await entry.write(new Uint8Array(size).fill(97))
    await entry.end()
  }
  await zip.end()
  return new Blob([Buffer.concat(parts)])
}

it('a backup with a long message that repeats itself was written and could not be restored', async () => {
  expect((await readZip(await denseZip(1, 4_000_000), ZIP_BOUNDS)).size).toBe(1)
})

it('a bomb that is cut into files of less than a megabyte was let in', async () => {
  // of a bound of a tenth a tenth is enough
  const part = runs(0.1, 1)
  const bounds = { ...ZIP_BOUNDS, dense: ZIP_BOUNDS.dense * part }
  const bomb = await denseZip(60, 1_000_000 * part)
  expect(bomb.size).toBeLessThan(1_000_000 * part)
  await expect(readZip(bomb, bounds)).rejects.toThrow('far more')
  // what does not shrink beside it hides nothing
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = makeZipWriter((piece) => void parts.push(piece), NOW)
  for (const [name, packed] of [
    ['noise', false],
    ['bomb', true],
  ] as const) {
    const entry = zip.entry(name, packed)
    await entry.write(new Uint8Array(40_000_000 * part).fill(97))
    await entry.end()
  }
  await zip.end()
  await expect(readZip(new Blob([Buffer.concat(parts)]), bounds)).rejects.toThrow('far more')
}, 60_000)
