/** What the text of a table's cell is in a spreadsheet. */
export type Cell =
  | { type: 'text'; value: string }
  /** `format`: in the notation of spreadsheets; absent: general. */
  | { type: 'number'; value: number; format?: string }
  | { type: 'date'; value: Date }
  /** Without its "=". */
  | { type: 'formula'; value: string }

const PLAIN = /^[-+]?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/
const GROUPED = /^[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.(\d{1,15}))?$/
const PERCENT = /^([-+]?(?:0|[1-9]\d{0,5})(?:\.(\d{1,10}))?) ?%$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
/** Functions that compute from cells alone: none reads the web, a file or the machine. */
const FUNCTIONS =
  /\b(SUM|SUMIF|SUMIFS|SUMPRODUCT|AVERAGE|AVERAGEIF|MEDIAN|MIN|MAX|COUNT|COUNTA|COUNTIF|COUNTIFS|ROUND|ROUNDUP|ROUNDDOWN|INT|ABS|SQRT|POWER|MOD|IF|IFERROR|AND|OR|NOT|LEN|LEFT|RIGHT|MID|UPPER|LOWER|TRIM|CONCATENATE|YEAR|MONTH|DAY|TODAY|STDEV|VAR|RANK|VLOOKUP|INDEX|MATCH|PRODUCT)\(/g
const SAFE_FORMULA = /^=[-+*/^&<>=(),.:;$%\s\w"']{1,500}$/

/** Numbers with leading zeros (codes, telephone numbers) stay text, and so do formulas that could reach outside. */
export function cellOf(text: string): Cell {
  const value = text.trim()
  if (PLAIN.test(value)) return { type: 'number', value: Number(value) }
  const grouped = GROUPED.exec(value)
  if (grouped) {
    const places = grouped[1]?.length ?? 0
    return { type: 'number', value: Number(value.replaceAll(',', '')), format: `#,##0${decimals(places)}` }
  }
  const percent = PERCENT.exec(value)
  if (percent)
    return { type: 'number', value: Number(percent[1]) / 100, format: `0${decimals(percent[2]?.length ?? 0)}%` }
  const day = DAY.exec(value)
  if (day) {
    const date = new Date(`${value}T00:00:00Z`)
    if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)) return { type: 'date', value: date }
  }
  if (isSafeFormula(value)) return { type: 'formula', value: value.slice(1) }
  return { type: 'text', value: text }
}

const decimals = (places: number): string => (places === 0 ? '' : `.${'0'.repeat(places)}`)
const isSafeFormula = (value: string): boolean =>
  SAFE_FORMULA.test(value) && !/[\w.]\(/.test(value.replace(/"[^"]*"/g, '""').replace(FUNCTIONS, '('))
