import { strToU8, zipSync } from 'fflate'

/** Sheets that may have as many cells as may be. */
const MANY = 10
/** Cells of a row. Of many rows the library copies all that it has again and again. */
export const WIDTH = 1000

/**
 * Where the cells of a sheet stand, in the order in which they are in what was made of it. `rowsLeft`: rows that hold something and are not in
 * it, or not to their end; `firstLeft`: the first of them.
 */
export type Places = { rows: number[]; columns: number[]; rowsLeft: number; firstLeft: number | null }

const SHEET = /<(?:[^\s<>/:]+:)?sheetData[\s/>]/
/** A value, or a text, that is not empty. */
const HOLDS = /<(?:[^\s<>/:]+:)?[vt](?:\s[^<>]*)?>(?!<\/)/
/** Its value says what went wrong: the library takes it for empty. */
const ERROR = /(?:^|\s)t\s*=\s*["']e["']/
const TAG = /<(\/?)(?:[^\s<>/:]+:)?(row|c)(?=[\s/>])([^<>]*)>/g

/**
 * The same workbook with the cells of each sheet that hold something one beside the other, in rows of `WIDTH`, `most` of each sheet at the
 * most, and of more than `MANY` full ones a share each. The library that reads it makes a table as large as the largest address says, and one cell in the last corner makes that 17 thousand
 * million. The first cell says by which key to ask for the places of the others. `parts`: those of the workbook, by name (zip-parts.ts).
 */
export function compactSheets(
  parts: ReadonlyMap<string, Uint8Array>,
  most: number,
): { bytes: Uint8Array<ArrayBuffer>; places: ReadonlyMap<string, Places> } {
  const files = Object.fromEntries(parts)
  const places = new Map<string, Places>()
  // the order of the sheets is not known here: none is left out for another
  let left = most * MANY
  const textOf = (name: string): string => new TextDecoder().decode(files[name])
  const sheets = Object.keys(files).filter((name) => SHEET.test(textOf(name)))
  // the small ones first: what they do not need is there for the others
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

/** Nothing of the sheet is taken over but its cells, and of a cell what it holds. */
function compact(sheet: string, key: string, most: number): { xml: string; found: Places } {
  const cells = [`<c r="A1" t="inlineStr"><is><t>${key}</t></is></c>`]
  const found: Places = { rows: [], columns: [], rowsLeft: 0, firstLeft: null }
  let row = 0
  let column = 0
  let lastLeft = 0
  /** Of the cell that is open: its attributes, and where what it holds begins. */
  let open: { attributes: string; from: number } | null = null
  TAG.lastIndex = 0
  for (let tag = TAG.exec(sheet); tag !== null; tag = TAG.exec(sheet)) {
    const [all, slash, kind, attributes = ''] = tag
    if (slash === '/' && kind === 'row') open = null
    else if (slash === '/') {
      if (open === null) continue
      const holds = sheet.slice(open.from, tag.index)
      // of a formula that gave no words there is a value all the same, an empty one
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
      // where neither says its address, they follow each other
      row = Number(/(?:^|\s)r\s*=\s*["'](\d{1,7})["']/.exec(attributes)?.[1] ?? row + 1)
      column = 0
      open = null
    } else {
      const address = /(?:^|\s)r\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/.exec(attributes)
      column = address === null ? column + 1 : columnOf(address[1] ?? '')
      if (address !== null) row = Number(address[2])
      // what has only a look holds nothing
      open = attributes.endsWith('/') ? null : { attributes, from: tag.index + all.length }
    }
  }
  const rows: string[] = []
  for (let from = 0; from < cells.length; from += WIDTH)
    rows.push(`<row r="${from / WIDTH + 1}">${cells.slice(from, from + WIDTH).join('')}</row>`)
  return { xml: `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`, found }
}

/** What kind of value it is, and how it is shown. */
const kept = (attributes: string): string =>
  [...attributes.matchAll(/(?:^|\s)([ts])\s*=\s*["']([\w-]*)["']/g)]
    .map(([, name, value]) => ` ${name}="${value}"`)
    .join('')

/** Of cell number `n`, counted from 0. */
const placeOf = (n: number): string => `${lettersOf(n % WIDTH)}${Math.floor(n / WIDTH) + 1}`
const lettersOf = (n: number): string =>
  (n < 26 ? '' : lettersOf(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
