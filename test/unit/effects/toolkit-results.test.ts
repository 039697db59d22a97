import { describe, expect, it } from 'vitest'
import { boundContent, boundDetails, MAX_RESULT_LENGTH } from '../../../src/effects/large-results.ts'
import { readFile } from '../../../src/tools/workspace/read-file.ts'
import { readResult } from '../../../src/tools/workspace/read-result.ts'
import { pageBytesFor } from '../../../src/tools/workspace/text-page.ts'
import { bytesOf, memoryFiles, run, shaOf, wordsOf } from '../tools/memory-files.ts'
import { endingOf, toolThat, words } from './toolkit-harness.ts'

const image = { type: 'image', mediaType: 'image/png', blob: 'b'.repeat(64) } as const
const noBlob = (): Promise<string> => Promise.reject(new Error('disk full'))
const bytesIn = (content: { type: string; text?: string }[]): number =>
  bytesOf(content.map(({ text }) => text ?? '').join('')).length

describe('large results', () => {
  it('keeps what is small as it is, and stores nothing', async () => {
    expect(await boundContent([words('a'), image], noBlob)).toEqual({ content: [words('a'), image] })
    const full = [words('x'.repeat(8 * 1024))]
    expect(await boundContent(full, noBlob)).toEqual({ content: full })
  })

  it('gives the head, and words with which read_result gives the whole', async () => {
    const text = Array.from({ length: 9000 }, (_, n) => `line ${n}\n`).join('')
    const files = memoryFiles()
    const { content, blob } = await boundContent([words(text), image], files.put)
    expect(blob).toBe(shaOf(bytesOf(text)))
    expect(bytesIn(content)).toBeLessThan(8 * 1024)
    expect(content.at(-1)).toEqual(image)
    const [head, note] = content.map((block) => (block.type === 'text' ? block.text : ''))
    let read = head ?? ''
    let told = note ?? ''
    for (;;) {
      const line = /from_line (\d+)/.exec(told)?.[1]
      if (line === undefined) break
      const page = await run(readResult, files, { result: blob, from_line: Number(line) })
      const [body, next] = page.content.map((block) => (block.type === 'text' ? block.text : ''))
      read += body
      told = next?.includes('Read on') ? next : ''
    }
    expect(note).toContain(`read_result, result "${blob}", from_line`)
    expect(read).toBe(text)
  })

  it('counts bytes, not characters, and cuts no character in half', async () => {
    const { content, blob } = await boundContent([words('👍'.repeat(2500))], memoryFiles().put)
    expect(blob).toBeDefined()
    expect(bytesIn(content)).toBeLessThan(8 * 1024)
    expect(wordsOf({ content })).not.toMatch(/\p{Surrogate}/u)
    expect(wordsOf({ content })).toMatch(/from_line 1 and from_column \d+/)
  })

  it('keeps the head when the rest cannot be stored, since the tool has run', async () => {
    const { content, blob } = await boundContent([words('line\n'.repeat(5000))], noBlob)
    expect(blob).toBeUndefined()
    expect(wordsOf({ content })).toContain('The rest could not be stored: disk full')
    expect(wordsOf({ content })).toMatch(/^line\nline\n/)
  })

  it('bounds 60 MB, and says so', { timeout: 30_000 }, async () => {
    let stored = 0
    const put = async (bytes: Uint8Array): Promise<string> => {
      stored = bytes.length
      return 'c'.repeat(64)
    }
    const { content } = await boundContent([words('x'.repeat(60_000_000)), words('never seen')], put)
    expect(stored).toBeLessThan(MAX_RESULT_LENGTH + 10)
    expect(stored).toBeGreaterThan(MAX_RESULT_LENGTH - 10)
    expect(bytesIn(content)).toBeLessThan(8 * 1024)
    expect(wordsOf({ content })).toContain(`It was cut at ${MAX_RESULT_LENGTH} characters.`)
  })

  it('makes what is no text readable again: binary output as a tool may return it', async () => {
    const files = memoryFiles()
    const { blob } = await boundContent([words(`\0\ud800${'\u0001\udfff'.repeat(10_000)}`)], files.put)
    expect(wordsOf(await run(readResult, files, { result: blob }))).toContain('\ufffd\ufffd\u0001\ufffd')
  })

  it('is never empty, since providers refuse that', async () => {
    const nothing = { content: [words('(The tool gave no output.)')] }
    expect(await boundContent([], noBlob)).toEqual(nothing)
    expect(await boundContent([words(''), words(' \n')], noBlob)).toEqual(nothing)
    expect(await boundContent([words(''), image], noBlob)).toEqual({ content: [image] })
    const blank = await boundContent([words(`${'\n'.repeat(9000)}end`)], memoryFiles().put)
    for (const block of blank.content) expect(block.type === 'text' && block.text.trim()).not.toBe('')
  })

  it('every page had 7 kB however large the window: it grows with it, up to 50 kB', async () => {
    expect([undefined, 8000, 32_000, 128_000, 200_000, 1_000_000].map(pageBytesFor)).toEqual([
      ...[7000, 7000, 7000, 25_600, 40_000, 50_000],
    ])
    const text = 'line of text\n'.repeat(10_000)
    const files = memoryFiles()
    const { content } = await boundContent([words(text)], files.put, 40_000)
    expect(content[0]?.type === 'text' && content[0].text.length).toBeGreaterThan(39_900)
    expect(wordsOf({ content })).toContain('from_line 3077')
    expect(await boundContent([words('x'.repeat(41_000))], noBlob, 40_000)).toEqual({
      content: [words('x'.repeat(41_000))],
    })
    files.set('long.txt', text)
    const page = await run(readFile, files, { path: 'long.txt' }, { pageBytes: 40_000 })
    expect(wordsOf(page).length).toBeGreaterThan(39_900)
  })

  it('takes sixteen images of a flood', async () => {
    const { content } = await boundContent(Array(100).fill(image), noBlob)
    expect(content.filter(({ type }) => type === 'image')).toHaveLength(16)
    expect(wordsOf({ content })).toContain('84 of 100 images were left out')
  })
})

describe('what a person sees of a result', () => {
  const long = 'x'.repeat(100_000)
  it.each([
    { shape: 'text', text: long },
    { shape: 'code', language: 'js', text: long },
    { shape: 'diff', path: 'a', before: long, after: long },
    { shape: 'web-page', url: 'https://a.b', title: long, text: long },
    { shape: 'table', columns: Array(500).fill(long), rows: Array(500).fill(Array(500).fill('cell')) },
  ] as const)('of shape $shape fits into a row', (details) => {
    expect(JSON.stringify(boundDetails(details as never)).length).toBeLessThan(60_000)
  })

  it('stays as it is when it is small', () => {
    const table = { shape: 'table', columns: ['a'], rows: [['1'], ['2']] } as const
    expect(boundDetails(table as never)).toEqual(table)
    expect(boundDetails({ shape: 'file', path: 'a' })).toEqual({ shape: 'file', path: 'a' })
  })

  it('says how many rows are missing', () => {
    const bounded = boundDetails({ shape: 'table', columns: ['a'], rows: Array.from({ length: 300 }, () => ['x']) })
    expect(bounded.shape === 'table' && bounded.rows.at(-1)).toEqual(['… and 100 more'])
  })
})

describe('a tool whose result is large', () => {
  it('ends with the head, the blob and bounded details', async () => {
    const text = 'line\n'.repeat(5000)
    const ending = await endingOf(toolThat(() => ({ content: [words(text)], details: { shape: 'text', text } })))
    expect(ending).toMatchObject({
      type: 'toolkit-respond',
      blob: shaOf(bytesOf(text)),
      details: { text: `${text.slice(0, 8000)}…` },
    })
  })

  it('that fails with 50 MB of words is cut, and so is what a wait closes with', async () => {
    const text = 'x'.repeat(50_000_000)
    const ending = await endingOf(toolThat(() => ({ content: [words(text)], isError: true })))
    expect(JSON.stringify(ending).length).toBeLessThan(8500)
    const wait = await endingOf(toolThat(() => ({ waitUntil: 1, closeWith: [words(text)] })))
    expect(JSON.stringify(wait).length).toBeLessThan(8500)
  })
})
