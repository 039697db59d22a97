import { strToU8, zipSync } from 'fflate'

/** Sheets that may each have the full number of cells. */
const MANY = 10
/** Cells of a row. For many rows the library copies everything that it has over and over. */
export const WIDTH = 1000

/**
 * Original addresses of a sheet's cells, in the order of the compacted sheet. `rowsLeft`: rows with content that were
 * left out, wholly or in part; `firstLeft`: the first of them.
 */
export type Places = { rows: number[]; columns: number[]; rowsLeft: number; firstLeft: number | null }

const SHEET = /<(?:[^\s<>/:]+:)?sheetData[\s/>]/
/** A value or a text that is not empty. */
const HOLDS = /<(?:[^\s<>/:]+:)?[vt](?:\s[^<>]*)?>(?!<\/)/
/** The value is an error text, which the library takes for empty. */
const ERROR = /(?:^|\s)t\s*=\s*["']e["']/
const TAG = /<(\/?)(?:[^\s<>/:]+:)?(row|c)(?=[\s/>])([^<>]*)>/g

/**
 * The same workbook with the non-empty cells of each sheet moved together, in rows of `WIDTH`: at most `most` per
 * sheet, and if more than `MANY` sheets are full, an equal share each. The library makes a table as large as the
 * largest address, and one cell in the last corner makes that 17 billion cells. The first cell is the key of the
 * sheet's `places`. `parts`: those of the workbook, by name (zip-parts.ts).
 */
export function compactSheets(
  parts: ReadonlyMap<string, Uint8Array>,
  most: number,
): { bytes: Uint8Array<ArrayBuffer>; places: ReadonlyMap<string, Places> } {
  const files = Object.fromEntries(parts)
  const places = new Map<string, Places>()
  // the order of the sheets is unknown here: no sheet is left out in favour of another
  let left = most * MANY
  const textOf = (name: string): string => new TextDecoder().decode(files[name])
  const sheets = Object.keys(files).filter((name) => SHEET.test(textOf(name)))
  // small sheets first: the others get what they do not need
  sheets.sort((a, b) => (files[a]?.length ?? 0) - (files[b]?.length ?? 0))
  for (const [at, name] of sheets.entries()) {
    const key = `sheet ${at}`
    const share = Math.ceil(left / (sheets.length - at))
    const { xml, found } = compact(textOf(name), key, Math.min(share, most))
    left -= found.rows.length
    places.set(key, found)
    files[name] = strToU8(xml)
  }
  return { bytes: zipSync(files, { level: 0 }) as Uint8Array<ArrayBuffer>, places }
}

/** Keeps only the cells of the sheet, and of a cell only its content. */
function compact(sheet: string, key: string, most: number): { xml: string; found: Places } {
  const cells = [`<c r="A1" t="inlineStr"><is><t>${key}</t></is></c>`]
  const found: Places = { rows: [], columns: [], rowsLeft: 0, firstLeft: null }
  let row = 0
  let column = 0
  let lastLeft = 0
  /** The current cell: its attributes, and where its content begins. */
  let open: { attributes: string; from: number } | null = null
  TAG.lastIndex = 0
  for (let tag = TAG.exec(sheet); tag !== null; tag = TAG.exec(sheet)) {
    const [all, slash, kind, attributes = ''] = tag
    if (slash === '/' && kind === 'row') open = null
    else if (slash === '/') {
      if (open === null) continue
      const holds = sheet.slice(open.from, tag.index)
      // a formula without a text result still has a value, an empty one
      if (!HOLDS.test(holds) || ERROR.test(open.attributes)) {
        open = null
        continue
      }
      if (found.rows.length < most) {
        found.rows.push(row)
        found.columns.push(column)
        const n = cells.length
        cells.push(`<c r="${placeOf(n)}"${kept(open.attributes)}>${holds}</c>`)
      } else if (row !== lastLeft) {
        lastLeft = row
        found.firstLeft ??= row
        found.rowsLeft++
      }
      open = null
    } else if (kind === 'row') {
      // rows and cells without an address follow each other
      row = Number(/(?:^|\s)r\s*=\s*["'](\d{1,7})["']/.exec(attributes)?.[1] ?? row + 1)
      column = 0
      open = null
    } else {
      const address = /(?:^|\s)r\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/.exec(attributes)
      column = address === null ? column + 1 : columnOf(address[1] ?? '')
      if (address !== null) row = Number(address[2])
      // a self-closing cell has only formatting and no content
      open = attributes.endsWith('/') ? null : { attributes, from: tag.index + all.length }
    }
  }
  const rows: string[] = []
  for (let from = 0; from < cells.length; from += WIDTH)
    rows.push(`<row r="${from / WIDTH + 1}">${cells.slice(from, from + WIDTH).join('')}</row>`)
  return { xml: `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`, found }
}

/** Keeps the type of the value, and its number format. */
const kept = (attributes: string): string =>
  [...attributes.matchAll(/(?:^|\s)([ts])\s*=\s*["']([\w-]*)["']/g)]
    .map(([, name, value]) => ` ${name}="${value}"`)
    .join('')

/** Address of cell number `n`, counted from 0. */
const placeOf = (n: number): string => `${lettersOf(n % WIDTH)}${Math.floor(n / WIDTH) + 1}`
const lettersOf = (n: number): string =>
  (n < 26 ? '' : lettersOf(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
