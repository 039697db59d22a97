/** Times as people and models write them, in the time of this computer. */

const UNITS: readonly [RegExp, number][] = [
  [/^(?:s|secs?|seconds?)$/, 1000],
  [/^(?:m|mins?|minutes?)$/, 60_000],
  [/^(?:h|hrs?|hours?)$/, 3_600_000],
  [/^(?:d|days?)$/, 86_400_000],
  [/^(?:w|weeks?)$/, 604_800_000],
]
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/i
const CLOCK = /^(?:(.+?)[\s,]+)??(?:at\s+)?(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*(am|pm)?$/

/**
 * "90 minutes", "1 hour 30 min", "8:00", "tomorrow 8:00", "monday at 9:30 pm", "2026-11-28T08:00" as wall time in ms;
 * null: it is none of these. A clock time without a day is the next one. A time that a change of season leaves out is
 * an hour later.
 */
export function timeFrom(text: string, now: number): number | null {
  const words = text.trim().replace(/^(?:in|until)\s+/i, '')
  if (ISO.test(words)) return isoTime(words)
  return spanFrom(words.toLowerCase(), now) ?? clockFrom(words.toLowerCase(), now)
}

function isoTime(words: string): number | null {
  // a day alone would be read as UTC
  const iso = words.replace(' ', 'T').replace(/\s+/g, '')
  const time = new Date(/^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00` : iso.replace(/T(\d):/, 'T0$1:')).getTime()
  return Number.isNaN(time) ? null : time
}

function spanFrom(words: string, now: number): number | null {
  const parts = [...words.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)(?:\s*(?:,|and)?\s*)/g)]
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== words) return null
  let span = 0
  for (const [, amount, unit = ''] of parts) {
    const length = UNITS.find(([name]) => name.test(unit))?.[1]
    if (length === undefined) return null
    span += Number(amount) * length
  }
  return now + span
}

function clockFrom(words: string, now: number): number | null {
  const [, day = '', hours = '', minutes = '0', half] = CLOCK.exec(words) ?? []
  if (hours === '' || (half === undefined && !/:\d/.test(words))) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59 || (half !== undefined && Number(hours) > 12)) return null
  const today = new Date(now)
  const at = (days: number): number =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, hour, Number(minutes)).getTime()
  const name = day.replace(/^(?:on|next)\s+/, '')
  if (name === '') return at(0) > now ? at(0) : at(1)
  if (name === 'today') return at(0)
  if (name === 'tomorrow') return at(1)
  const weekday = WEEKDAYS.findIndex((full) => full === name || (name.length === 3 && full.startsWith(name)))
  if (weekday === -1) return null
  const days = (weekday - today.getDay() + 7) % 7
  return at(days) > now ? at(days) : at(days + 7)
}
