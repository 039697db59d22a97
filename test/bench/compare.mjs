/**
 * What got better or worse since the last table that was stored, said only where it is more than the spread of both.
 * @typedef {import('./figures.mjs').Figure} Figure
 * @typedef {import('./figures.mjs').Section} Section
 * @typedef {{ what: string, value: number, unit: string, before: number, times: number }} Change `times`: more than 1
 * is worse
 */

/** @param {Figure} figure @returns {[number, number]} */
const spread = ({ range, value }) => range ?? [value, value]

/** More is better where the bar says so; of everything else less is. @param {Figure} figure */
const moreIsBetter = ({ bar }) => bar?.startsWith('>=') ?? false

/**
 * Figures by section, words and unit. One that is told twice under the same words, by the clock and by the processor,
 * is told apart by its place.
 * @param {readonly Section[]} sections
 */
function byName(sections) {
  /** @type {Map<string, { title: string, figure: Figure }>} */
  const named = new Map()
  for (const { title, figures } of sections)
    for (const figure of figures) {
      const name = `${title}\0${figure.what}\0${figure.unit}`
      let nth = 0
      while (named.has(`${name}\0${nth}`)) nth++
      named.set(`${name}\0${nth}`, { title, figure })
    }
  return named
}

/**
 * Figures that one side lacks are left out.
 * @param {readonly Section[]} now @param {readonly Section[]} before
 * @returns {{ worse: Change[], better: Change[] }}
 */
export function compare(now, before) {
  const old = byName(before)
  /** @type {Change[]} */
  const worse = []
  /** @type {Change[]} */
  const better = []
  for (const [name, { title, figure }] of byName(now)) {
    const known = old.get(name)?.figure
    if (known === undefined) continue
    const [low, high] = spread(figure)
    const [oldLow, oldHigh] = spread(known)
    if (low <= oldHigh && high >= oldLow) continue
    const more = low > oldHigh
    const times = moreIsBetter(figure) ? known.value / figure.value : figure.value / known.value
    const change = {
      what: `${title}: ${figure.what}${figure.note === undefined ? '' : ` (${figure.note})`}`,
      value: figure.value,
      unit: figure.unit,
      before: known.value,
      times,
    }
    if (more === moreIsBetter(figure)) better.push(change)
    else worse.push(change)
  }
  return { worse, better }
}

/** @param {{ worse: Change[], better: Change[] }} changes @param {string} since */
export function inWords({ worse, better }, since) {
  /** @param {Change} change */
  const line = ({ what, value, unit, before }) => `- ${what}: ${before.toFixed(2)} -> ${value.toFixed(2)} ${unit}`
  /** @param {string} word @param {Change[]} changes */
  const part = (word, changes) =>
    changes.length === 0 ? [] : [`${word} since ${since}, by more than the spread:`, ...changes.map(line)]
  const lines = [...part('WORSE', worse), ...part('Better', better)]
  return lines.length === 0 ? `Nothing changed by more than the spread since ${since}.` : lines.join('\n')
}
