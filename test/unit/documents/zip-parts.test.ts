import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readText } from '../../../src/documents/read-text.ts'
import { MOST_NODES, slimWord } from '../../../src/documents/slim-word.ts'
import { BadZip, zipParts } from '../../../src/documents/zip-parts.ts'
import { entriesOf, zipOf } from '../../support/odd-zips.ts'
import { docx, xlsx } from '../../support/office-files.ts'

/** Archives with two readings, and archives that unpack to far more than they are. Each kind of office file is one. */

const limits = { isWanted: () => true, bytes: 1_000_000 }
const reasonOf = (bytes: Uint8Array): string => {
  try {
    return `read: ${[...zipParts(bytes, limits).keys()].join(',')}`
  } catch (error) {
    if (error instanceof BadZip) return error.reason
    throw error
  }
}
const file = (bytes: Uint8Array): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>])
const text = (words: string): Uint8Array => strToU8(words)

/** The directory of each of these names its parts; what they hold does not matter here. */
const KINDS = {
  docx: 'word/document.xml',
  xlsx: 'xl/worksheets/sheet1.xml',
  pptx: 'ppt/slides/slide1.xml',
  odt: 'content.xml',
  epub: 'OEBPS/chapter1.xhtml',
} as const

describe.each(Object.entries(KINDS))('%s', (_, name) => {
  it('whose stored cover hid the bomb from whoever reads from the front is read by its directory, and refused', () => {
    const bomb = zipOf([{ name, content: new Uint8Array(5_000_000), isPacked: true }])
    // a reader from the front takes the whole bomb for the bytes of one small file
    const covered = zipOf([
      { name: 'cover', content: bomb.subarray(0, bomb.length - 100), isListed: false },
      { name, content: new Uint8Array(5_000_000), isPacked: true },
    ])
    expect(reasonOf(covered)).toBe('large')
  })

  it('that claims less than it unpacks to is given up before that', () => {
    const lies = zipOf([{ name, content: new Uint8Array(5_000_000), isPacked: true, says: { size: 1000 } }])
    expect(reasonOf(lies)).toBe('damaged')
    const more = zipOf([{ name, content: text('words'), isPacked: true, says: { size: 900_000 } }])
    expect(reasonOf(more)).toBe('damaged')
  })

  it('whose directory and headers tell two things is refused', () => {
    for (const header of [{ name: 'other.xml' }, { method: 0 }, { size: 7 }, { packed: 3 }])
      expect(reasonOf(zipOf([{ name, content: text('words words'), isPacked: true, header }]))).toBe('damaged')
  })

  it('with entries that share their bytes, twice the same name, or a part outside of the file, is refused', () => {
    const one = { name, content: text('words') }
    expect(reasonOf(zipOf([one, { name: 'b.xml', content: text('more'), says: { at: 0 } }]))).toBe('damaged')
    // one within the other
    const b = { name: 'b.xml', content: text('more') }
    const outer = { name, content: zipOf([b]) }
    expect(reasonOf(zipOf([outer, { ...b, says: { at: 30 + name.length } }]))).toBe('damaged')
    expect(reasonOf(zipOf([one, { ...one, name: name.toUpperCase() }]))).toBe('damaged')
    expect(reasonOf(zipOf([{ ...one, says: { packed: 5000, size: 5000 } }]))).toBe('damaged')
    expect(reasonOf(zipOf([{ ...one, says: { at: 9_000_000 } }]))).toBe('damaged')
  })

  it('that says that its sizes are elsewhere (zip64), or that is encrypted, is refused', () => {
    expect(reasonOf(zipOf([{ name, content: text('words'), says: { size: 0xffffffff } }]))).toBe('large')
    expect(reasonOf(zipOf([{ name, content: text('words'), flags: 1 }]))).toBe('damaged')
  })
})

it('what other programs write is read: sizes behind the content, a comment at the end, stored parts, empty ones', () => {
  const parts = [
    { name: 'a.xml', content: text('words '.repeat(1000)), isPacked: true, flags: 8, header: { size: 0, packed: 0 } },
    { name: 'b.xml', content: text('stored') },
    { name: 'c.xml', content: new Uint8Array() },
    { name: 'd.xml', content: new Uint8Array(), isPacked: true },
  ]
  const read = zipParts(zipOf(parts, 'a comment'), limits)
  expect([...read].map(([name, bytes]) => [name, bytes.length])).toEqual([
    ['a.xml', 6000],
    ['b.xml', 6],
    ['c.xml', 0],
    ['d.xml', 0],
  ])
  expect(reasonOf(zipSync({ 'a.xml': text('x'.repeat(1000)) }))).toBe('read: a.xml')
})

it('an archive in an archive stays packed, and parts that nobody wants cost nothing', () => {
  const inner = zipOf([{ name: 'x.xml', content: new Uint8Array(900_000_0), isPacked: true }])
  const outer = zipOf([
    { name: 'word/embeddings/book.xlsx', content: inner },
    { name: 'word/media/large.emf', content: new Uint8Array(5_000_000), isPacked: true },
    { name: 'word/document.xml', content: text('<w/>') },
  ])
  const read = zipParts(outer, { isWanted: (name) => name.endsWith('.xml'), bytes: 100 })
  expect([...read.keys()]).toEqual(['word/document.xml'])
})

it.each(['docx', 'xlsx'] as const)('a small %s of two views took gigabytes: it is refused in words', async (kind) => {
  const sound = kind === 'docx' ? docx('Plan', 'Sell.', ['a']) : xlsx('S', [['a']])
  const parts = entriesOf(sound)
  const name = KINDS[kind]
  const listed = parts.map((part) =>
    part.name === name ? { ...part, content: new Uint8Array(210_000_000).fill(32), isPacked: true } : part,
  )
  const bomb = zipOf([
    ...parts.map((part) => ({ ...part, isListed: false })),
    ...listed.map((part) => ({ ...part, header: { size: 0, packed: 0 }, flags: 8 })),
  ])
  expect(bomb.length).toBeLessThan(300_000)
  expect(await readText(kind, file(bomb))).toEqual({
    type: 'failed',
    words: `Its text unpacks to more than ${kind === 'docx' ? 60 : 200} MB.`,
  })
})

it('a Word document of 10 MB of elements took 2 GB in its library: it is refused in words', async () => {
  const parts = entriesOf(docx('Plan', 'Sell.', ['a'])).map((part) =>
    part.name === 'word/document.xml'
      ? {
          ...part,
          isPacked: true,
          content: text(
            new TextDecoder()
              .decode(part.content)
              .replace('<w:body>', `<w:body>${'<w:p><w:r/></w:p>'.repeat(300_000)}`),
          ),
        }
      : part,
  )
  const read = await readText('docx', file(zipOf(parts)))
  expect(read).toEqual({ type: 'failed', words: expect.stringMatching(/^It is too long to read at once/) })
})

it('a long Word document is read: what only its look needs does not count', () => {
  const run =
    '<w:p w:rsidR="00AB12CD" w14:paraId="1A2B3C4D"><w:pPr><w:spacing w:after="0"/><w:jc w:val="both"/></w:pPr><w:r><w:rPr><w:rFonts w:ascii="Arial"/><w:sz w:val="22"/><w:lang w:val="de-DE"/></w:rPr><w:t>word</w:t></w:r></w:p>'
  const parts = new Map([
    ['word/document.xml', text(`<w:document><w:body>${run.repeat(60_000)}</w:body></w:document>`)],
  ])
  const slim = slimWord(parts)
  expect(new TextDecoder().decode(slim?.get('word/document.xml')).match(/<w:t>word/g)).toHaveLength(60_000)
  expect(60_000 * 20).toBeGreaterThan(MOST_NODES)
})
