import { gzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { describeFile } from '../../../src/documents/describe-file.ts'
import { digestOf } from '../../../src/documents/digest.ts'

const table = (rows: number, sign = ','): string =>
  ['id', '"first, name"', 'day', 'note']
    .join(sign)
    .concat(
      '\n',
      Array.from({ length: rows }, (_, n) => [n, `"Ann ""A"" ${n}"`, '2026-01-02', `a${n}`].join(sign)).join('\n'),
    )

it('a table of 5,000 rows went into the conversation whole: its columns and first rows do', () => {
  const { text, digest } = digestOf('sales.csv', table(5000))
  expect(digest).toBe(true)
  expect(text.length).toBeLessThan(2000)
  const lines = text.split('\n')
  expect(lines[0]).toMatch(/^A table of 5,000 rows and 4 columns, separated by ","\./)
  expect(lines[1]).toBe('Columns: id (numbers), first, name (text), day (dates), note (text)')
  expect(lines[2]).toBe('The first 20 rows:')
  expect(lines).toHaveLength(24)
  expect(lines.at(-1)).toBe('19,Ann "A" 19,2026-01-02,a19')
})

it('a small table and small text stay whole', () => {
  expect(digestOf('sales.csv', table(20))).toEqual({ text: table(20), digest: false })
  expect(digestOf('notes.md', 'a'.repeat(39_000)).digest).toBe(false)
})

it.each([';', '\t'])('columns are told apart by %j where that separates them', (sign) => {
  expect(digestOf(sign === '\t' ? 'a.tsv' : 'a.csv', table(2000, sign)).text).toContain('and 4 columns')
})

it('line breaks within quotes belong to their cell and do not count as rows', () => {
  const text = `a,b\n${'"one\ntwo",x\n'.repeat(2000)}`
  const [head = '', , , , first] = digestOf('a.csv', text).text.split('\n')
  expect(head).toMatch(/^A table of 2,000 rows and 2 columns/)
  expect(first).toBe('one two,x')
})

it('a quote that never ends costs no more than the text has characters', () => {
  expect(digestOf('a.csv', `a,b\n"${'x'.repeat(5_000_000)}`).text.length).toBeLessThan(2000)
})

it('long text is told by its length and beginning', () => {
  const { text, digest } = digestOf('log.txt', 'line of a log\n'.repeat(10_000))
  expect(digest).toBe(true)
  expect(text).toMatch(/^140,000 characters in 10,000 lines\./)
  expect(text.length).toBeLessThan(5000)
})

it('of a workbook each sheet shows its first rows', () => {
  const { text } = digestOf('book.xlsx', `## One\n${'1,2\n'.repeat(3000)}\n## Two\n3,4`)
  expect(text).toMatch(/^A workbook of 2 sheets/)
  expect(text).toContain('more lines …]\n\n## Two\n3,4')
})

const file = (bytes: Uint8Array | string, name = 'a'): Promise<string> =>
  describeFile(name, new Blob([bytes as Uint8Array<ArrayBuffer>]))
const tar = (name: string, size: number): Uint8Array => {
  const block = new Uint8Array(512 + Math.ceil(size / 512) * 512 + 1024)
  const put = (text: string, at: number): void => block.set(new TextEncoder().encode(text), at)
  put(name, 0)
  put(`${size.toString(8).padStart(11, '0')}\0`, 124)
  put('0', 156)
  put('ustar\x0000', 257)
  return block
}

it('archives are told with their list, databases by their kind', async () => {
  const zip = zipSync({ 'a/one.txt': new Uint8Array(3), 'two\n.txt': new Uint8Array(5) })
  expect(await file(zip, 'a.zip')).toMatch(
    /^An archive of 2 entries\.[^\n]*\na\/one\.txt \(3 bytes\)\ntwo\ufffd\.txt \(5 bytes\)$/,
  )
  expect(await file(tar('x/y.txt', 700))).toMatch(/An archive of 1 entry\.[^\n]*\nx\/y\.txt \(700 bytes\)$/)
  expect(await file(gzipSync(tar('x/y.txt', 700)))).toContain('x/y.txt (700 bytes)')
  expect(await file('SQLite format 3\0…')).toMatch(/^A SQLite database/)
  expect(await file('PAR1…')).toMatch(/^A Parquet file/)
})

it.each([
  ['a damaged zip', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0])],
  ['a damaged gzip', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 9, 9, 9])],
  [
    'an archive with a size that is none',
    (() => {
      const block = tar('x', 1)
      block.set(new TextEncoder().encode('zzzzzzzzzzz'), 124)
      return block
    })(),
  ],
])('%s is described and does not throw', async (_, bytes) => {
  expect(await file(bytes)).toMatch(/\.$/)
})
