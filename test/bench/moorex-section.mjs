import { benchMoorex } from './moorex.mjs'

/** Moorex against XState v5, with its bar. @returns {Promise<import('./figures.mjs').Section>} */
export async function benchMoorexSection() {
  const { rows } = await benchMoorex()
  const figures = rows.map(({ what, value, unit, note, bar }) => {
    // the note of a contender with a bar begins with its ratio
    const ratio = Number.parseFloat(note ?? '')
    if (bar !== undefined && !(ratio > 0)) throw new Error(`No ratio in: ${note}`)
    return {
      what,
      value,
      unit,
      ok: bar === undefined ? null : ratio >= 10,
      ...(note ? { note } : {}),
      ...(bar ? { bar } : {}),
    }
  })
  return { title: 'Moorex without a commit gate', figures }
}
