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
import { RUNNERS, type SHELF } from './resolve.ts'

/** Wraps a CommonJS library as a module. */
const common = (code: string, names: readonly string[] = []): string =>
  `const module = { exports: {} }, exports = module.exports;(function () {${code}\n}).call(globalThis);export default module.exports;` +
  (names.length === 0 ? '' : `export const { ${names.join(', ')} } = module.exports`)

const LIBRARIES: Record<(typeof SHELF)[number], string> = {
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

/** The source of a library by name. */
export function sourceOf(name: string): string {
  if (RUNNERS.includes(name)) return RUNNER
  const source = Object.hasOwn(LIBRARIES, name) ? LIBRARIES[name as keyof typeof LIBRARIES] : undefined
  if (source === undefined) throw new Error(`There is no library "${name}".`)
  return source
}
