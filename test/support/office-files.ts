import { strToU8, zipSync } from 'fflate'

/** The smallest files of each format with some content. */

const pack = (files: Record<string, string>): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    level: 1,
  }) as Uint8Array<ArrayBuffer>

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const typed = (part: string, type: string): string =>
  `${HEAD}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="${part}" ContentType="${type}"/></Types>`
const related = (target: string): string =>
  `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="${target}"/></Relationships>`

/** A Word document: a heading, a sentence, a table of one row. */
export function docx(heading: string, sentence: string, row: string[]): Uint8Array<ArrayBuffer> {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`
  const cells = row.map((text) => `<w:tc><w:p>${run(text)}</w:p></w:tc>`).join('')
  return pack({
    '[Content_Types].xml': typed('/word/document.xml', main),
    '_rels/.rels': related('word/document.xml'),
    'word/document.xml': `${HEAD}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run(heading)}</w:p><w:p>${run(sentence)}</w:p><w:tbl><w:tr>${cells}</w:tr></w:tbl></w:body></w:document>`,
  })
}

/** Days since 31 December 1899, shown as date and time. */
export type Moment = { days: number }

/** A workbook of one sheet; `chart`: plus a chart sheet. */
export function xlsx(name: string, rows: (string | number | Moment)[][], chart?: string): Uint8Array<ArrayBuffer> {
  const place = (x: number, y: number): string => `${String.fromCharCode(65 + x)}${y + 1}`
  const cell = (value: string | number | Moment, x: number, y: number): string => {
    if (typeof value === 'object') return `<c r="${place(x, y)}" s="1"><v>${value.days}</v></c>`
    return typeof value === 'number'
      ? `<c r="${place(x, y)}"><v>${value}</v></c>`
      : `<c r="${place(x, y)}" t="inlineStr"><is><t>${value}</t></is></c>`
  }
  const lines = rows.map((row, y) => `<row r="${y + 1}">${row.map((value, x) => cell(value, x, y)).join('')}</row>`)
  return rawXlsx(name, lines.join(''), chart === undefined ? {} : { chart })
}

/** The same from raw rows; `strings`: shared strings; `second`: the rows of a second sheet. */
export function rawXlsx(
  name: string,
  rows: string,
  { chart, strings, second }: { chart?: string; strings?: string; second?: string } = {},
): Uint8Array<ArrayBuffer> {
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
  const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return pack({
    '[Content_Types].xml': typed('/xl/workbook.xml', main),
    '_rels/.rels': related('xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship Id="rId4" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId5" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${sheets}"><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${sheets}" xmlns:r="${OFFICE}"><sheets>${chart === undefined ? '' : `<sheet name="${chart}" sheetId="2" r:id="rId3"/>`}<sheet name="${name}" sheetId="1" r:id="rId1"/>${second === undefined ? '' : '<sheet name="Second" sheetId="3" r:id="rId4"/>'}</sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${sheets}"><sheetData>${rows}</sheetData></worksheet>`,
    ...(second !== undefined && {
      'xl/worksheets/sheet2.xml': `${HEAD}<worksheet xmlns="${sheets}"><sheetData>${second}</sheetData></worksheet>`,
    }),
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${sheets}">${strings}</sst>` }),
  })
}

/** A PDF of one page with this text. */
export const textPdf = (words: string): Uint8Array<ArrayBuffer> =>
  onePage(`(${words})`, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')

/**
 * A PDF with these bytes (hexadecimal) in a Chinese font that is not embedded, encoded by this table of the PDF
 * standard.
 */
export const chinesePdf = (table: string, bytes: string): Uint8Array<ArrayBuffer> => {
  const descriptor =
    '<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 80>>'
  const descendant = `<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor ${descriptor}>>`
  const font = `<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/${table}/DescendantFonts[${descendant}]>>`
  return onePage(`<${bytes}>`, font)
}

/** A PDF whose page content is these bytes, encoded with these filters. */
export function filteredPdf(content: Uint8Array, filters: string): Uint8Array<ArrayBuffer> {
  const [before = '', after = ''] = new TextDecoder('latin1')
    .decode(textPdf('x'))
    .replace(
      /<<\/Length \d+>>stream\n.*\nendstream/,
      `<</Length ${content.length}/Filter${filters}>>stream\n\0\nendstream`,
    )
    .split('\0')
  const whole = new Uint8Array(before.length + content.length + after.length)
  whole.set(strToU8(before, true))
  whole.set(content, before.length)
  whole.set(strToU8(after, true), before.length + content.length)
  return whole
}

function onePage(said: string, font: string): Uint8Array<ArrayBuffer> {
  const content = `BT /F 24 Tf 20 100 Td ${said} Tj ET`
  return new TextEncoder().encode(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F ${font}>>>>>>endobj`,
      `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
      'trailer<</Root 1 0 R>>',
      '%%EOF',
    ].join('\n'),
  )
}
