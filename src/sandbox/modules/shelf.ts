import preact from 'preact?raw'
import renderToString from 'preact-render-to-string?raw'
import statistics from 'simple-statistics?raw'
import dayjs from 'dayjs/dayjs.min.js?raw'
import customParseFormat from 'dayjs/plugin/customParseFormat.js?raw'
import duration from 'dayjs/plugin/duration.js?raw'
import isoWeek from 'dayjs/plugin/isoWeek.js?raw'
import relativeTime from 'dayjs/plugin/relativeTime.js?raw'
import utc from 'dayjs/plugin/utc.js?raw'
import fflate from 'fflate/browser?raw'
import papaparse from 'papaparse/papaparse.min.js?raw'
import hooks from 'preact/hooks?raw'
import jsxRuntime from 'preact/jsx-runtime?raw'
import { common } from './common-js.ts'
import { RUNNERS, type SHELF } from './resolve.ts'

/** Loaded when code names them. */
const LARGE = { echarts: async () => (await import('./charts.ts')).ECHARTS } as const
const stocked = new Map<string, string>()

const LIBRARIES: Record<Exclude<(typeof SHELF)[number], keyof typeof LARGE>, string> = {
  papaparse: common(papaparse, ['parse', 'unparse']),
  dayjs: common(dayjs),
  'dayjs/plugin/utc': common(utc),
  'dayjs/plugin/customParseFormat': common(customParseFormat),
  'dayjs/plugin/duration': common(duration),
  'dayjs/plugin/isoWeek': common(isoWeek),
  'dayjs/plugin/relativeTime': common(relativeTime),
  'simple-statistics': statistics,
  fflate,
  preact,
  'preact/hooks': hooks,
  'preact/jsx-runtime': jsxRuntime,
  'preact-render-to-string': renderToString,
}
const RUNNER =
  'export const { describe, suite, test, it, expect, vi, jest, beforeEach, afterEach, beforeAll, afterAll } = globalThis;export default test'

/** Loads the large libraries that these texts name, for `sourceOf`. */
export async function stock(texts: readonly string[]): Promise<void> {
  for (const [name, load] of Object.entries(LARGE))
    if (!stocked.has(name) && texts.some((text) => text.includes(name))) stocked.set(name, await load())
}

/** The source of a library by name. A large one must be in stock. */
export function sourceOf(name: string): string {
  if (RUNNERS.includes(name)) return RUNNER
  const source =
    stocked.get(name) ?? (Object.hasOwn(LIBRARIES, name) ? LIBRARIES[name as keyof typeof LIBRARIES] : undefined)
  if (source === undefined) throw new Error(`There is no library "${name}".`)
  return source
}
