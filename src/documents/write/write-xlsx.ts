import Papa from 'papaparse'
import writeExcelFile from 'write-excel-file/universal'
import type { DocumentPart } from '../../tools/documents/document-port.ts'
import { type Block, type Run, textOf } from './blocks.ts'
import { type Cell, cellOf } from './cells.ts'
import { pathKey } from './pictures.ts'
import { steadyOffice } from './steady.ts'
import { titleOf } from './title.ts'
import type { Written } from './written.ts'

/** The most that a sheet of Excel takes. */
const MOST_ROWS = 1_048_576
const MOST_COLUMNS = 16_384
const MOST_CELLS = 2_000_000
const LINK_TO_TABLE = /^\[([^\]\n]{1,200})\]\(\s*<?([^)\s>]+\.[ct]sv)>?\s*\)$/i

type Sheets = Parameters<typeof writeExcelFile>[0]
type Sheet = { name: string; head: string[]; rows: string[][]; align: readonly (string | null)[] }

/** Each table becomes a sheet. Throws a sentence when there is none. */
export async function writeXlsx(
  blocks: readonly Block[],
  markdown: string,
  parts: readonly DocumentPart[],
): Promise<Written> {
  const sheets = sheetsOf(blocks, markdown, parts)
  if (sheets.length === 0)
    throw new Error('A spreadsheet needs at least one Markdown table, or a line with a link to a .csv file.')
  const cells = sheets.reduce((sum, { rows, head }) => sum + rows.length * head.length, 0)
  if (cells > MOST_CELLS) throw new Error(`A spreadsheet of ${cells.toLocaleString('en')} cells is too large.`)
  const names = uniqueNames(sheets.map(({ name }) => name))
  const made = sheets.map((sheet, index) => ({
    sheet: names[index] ?? `Sheet ${index + 1}`,
    data: [
      sheet.head.map((text, at) => headCell(text, sheet.align[at] ?? null)),
      ...sheet.rows.map((row) => sheet.head.map((_, at) => xlsxCell(cellOf(row[at] ?? '')))),
    ],
    columns: sheet.head.map((_, at) => ({ width: widthOf(sheet, at) })),
    stickyRowsCount: 1,
  }))
  const blob = await writeExcelFile(made as unknown as Sheets, { fontFamily: 'Calibri', fontSize: 11 }).toBlob()
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0)
  const counts = `${sheets.length} ${sheets.length === 1 ? 'sheet' : 'sheets'} (${names.join(', ')}), ${rows} rows`
  const bytes = steadyOffice(new Uint8Array(await blob.arrayBuffer()), titleOf(blocks))
  return { bytes, counts, notes: [] }
}

function sheetsOf(blocks: readonly Block[], markdown: string, parts: readonly DocumentPart[]): Sheet[] {
  const sheets: Sheet[] = []
  let heading = ''
  for (const block of blocks) {
    if (block.kind === 'heading') heading = textOf(block.runs)
    if (block.kind !== 'table') continue
    const rows = block.rows.map((row) => row.map(textOf))
    sheets.push({ name: heading, head: block.head.map((runs: Run[]) => textOf(runs)), rows, align: block.align })
  }
  const byPath = new Map(parts.map(({ path, bytes }) => [pathKey(path), bytes]))
  for (const line of markdown.split('\n')) {
    const [, name, path] = LINK_TO_TABLE.exec(line.trim()) ?? []
    const bytes = path === undefined ? undefined : byPath.get(pathKey(path))
    if (name === undefined || bytes === undefined) continue
    const { data } = Papa.parse<string[]>(new TextDecoder().decode(bytes), { skipEmptyLines: true })
    const [head = [], ...rows] = data
    if (rows.length >= MOST_ROWS || head.length > MOST_COLUMNS)
      throw new Error(`"${path}" is larger than a sheet can be.`)
    sheets.push({ name, head, rows, align: [] })
  }
  return sheets
}

const headCell = (text: string, align: string | null) =>
  ({
    value: text,
    fontWeight: 'bold',
    backgroundColor: '#E8EEF6',
    wrap: true,
    ...(align === null ? {} : { align }),
  }) as const

function xlsxCell(cell: Cell) {
  switch (cell.type) {
    case 'number':
      return { type: Number, value: cell.value, ...(cell.format === undefined ? {} : { format: cell.format }) }
    case 'date':
      return { type: Date, value: cell.value, format: 'yyyy-mm-dd' }
    case 'formula':
      return { type: 'Formula', value: `=${cell.value}` }
    case 'text':
      return cell.value === '' ? null : { type: String, value: cell.value.slice(0, 32_767) }
  }
}

/** In characters. */
function widthOf(sheet: Sheet, at: number): number {
  const longest = sheet.rows
    .slice(0, 200)
    .reduce((most, row) => Math.max(most, row[at]?.length ?? 0), sheet.head[at]?.length ?? 0)
  return Math.min(60, Math.max(8, longest + 2))
}

/** Names that Excel takes: at most 31 characters, without []:*?/\, none twice. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name, index) => {
    const plain = name
      .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^'+|'+$/g, '')
    const base =
      plain === '' || plain.toLowerCase() === 'history' ? `Sheet ${index + 1}` : [...plain].slice(0, 31).join('')
    let free = base
    for (let n = 2; taken.has(free.toLowerCase()); n++)
      free = `${[...base].slice(0, 31 - ` ${n}`.length).join('')} ${n}`
    taken.add(free.toLowerCase())
    return free
  })
}
