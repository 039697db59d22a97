/**
 * Figures, their bars and how they are printed. A bar is `<=` or `>=` a limit; `ok` is null for a figure that has none.
 * @typedef {{ what: string, value: number, unit: string, runs?: number, range?: [number, number], bar?: string, ok:
 * boolean | null, note?: string }} Figure
 * @typedef {{ title: string, figures: Figure[] }} Section
 */

/** @param {readonly number[]} values */
function median(values) {
  if (values.length === 0) throw new Error('The median of nothing')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/**
 * A figure of several runs: their median, with the range that the middle half of them lies in.
 * @param {string} what @param {readonly number[]} values @param {string} unit
 * @param {{ bar?: { relation: '<=' | '>=', limit: number, of?: string }, note?: string }} [more]
 * @returns {Figure}
 */
export function figure(what, values, unit, { bar, note } = {}) {
  const value = median(values)
  const sorted = values.toSorted((a, b) => a - b)
  /** @param {number} share */
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))] ?? value
  const ok = bar === undefined ? null : bar.relation === '<=' ? value <= bar.limit : value >= bar.limit
  return {
    what,
    value,
    unit,
    runs: values.length,
    ...(values.length > 1 ? { range: /** @type {[number, number]} */ ([at(0.25), at(0.75)]) } : {}),
    ...(bar === undefined ? {} : { bar: `${bar.relation} ${bar.limit}${bar.of ? ` ${bar.of}` : ''}` }),
    ok,
    ...(note === undefined ? {} : { note }),
  }
}

/**
 * The ratio of two medians of one run. Range: of the ratios pair by pair, which were measured one after the other.
 * @param {string} what @param {readonly number[]} values @param {readonly number[]} base
 * @param {{ limit?: number, of: string, note?: string }} more
 * @returns {Figure}
 */
export function ratio(what, values, base, { limit, of, note }) {
  const pairs = values.map((value, index) => value / (base[index] ?? Number.NaN))
  const bar = limit === undefined ? undefined : { relation: /** @type {const} */ ('<='), limit, of: 'x' }
  const made = figure(what, pairs, 'x', { ...(bar === undefined ? {} : { bar }), note: note ?? `of ${of}` })
  const value = median(values) / median(base)
  return { ...made, value, ok: limit === undefined ? null : value <= limit }
}

/** @param {Figure} figure */
const isMissed = ({ ok }) => ok === false

/** @param {readonly Section[]} sections @returns {Figure[]} */
export const missed = (sections) => sections.flatMap(({ figures }) => figures.filter(isMissed))

/** @param {number} value */
function short(value) {
  if (Number.isInteger(value)) return String(value)
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/**
 * One Markdown table, columns aligned for a terminal too.
 * @param {readonly Section[]} sections
 */
export function table(sections) {
  const header = ['what', 'measured', 'middle half', 'runs', 'bar', '']
  const rows = sections.flatMap(({ title, figures }) => [
    [`**${title}**`, '', '', '', '', ''],
    ...figures.map(({ what, value, unit, range, runs, bar, ok, note }) => [
      note ? `${what} (${note})` : what,
      `${short(value)} ${unit}`,
      range ? `${short(range[0])} to ${short(range[1])}` : '',
      runs === undefined ? '' : String(runs),
      bar ?? '',
      ok === null ? '' : ok ? 'ok' : 'MISSED',
    ]),
  ])
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => (row[column] ?? '').length)))
  /** @param {string[]} cells */
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
