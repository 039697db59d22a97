import { isLoopback } from './loopback.ts'

/** Private and link-local blocks, and the block that carriers share among their customers. */
const LOCAL_V4 =
  /^(?=\d+(\.\d+){3}$)(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./
const LOCAL_V6 = /^\[f([cd]|e[89ab])/
const LOCAL_NAME = /(^[^.:[\]]+|\.(local|localhost|internal|intranet|lan|home|corp|home\.arpa))\.?$/

/**
 * Where a host is that no stranger can reach, in words for the person; null: on the internet, judged by its name.
 * `hostname`: from a parsed URL, so lower case and with addresses in canonical form.
 */
export function placeOfHost(hostname: string): 'this computer' | 'your network' | null {
  if (isLoopback(hostname) || /^(0\.0\.0\.0|\[::\]|.*\.localhost)$/.test(hostname)) return 'this computer'
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname)
  if (mapped) return placeOfHost(dotted(mapped[1] ?? '', mapped[2] ?? ''))
  return LOCAL_V4.test(hostname) || LOCAL_V6.test(hostname) || LOCAL_NAME.test(hostname) ? 'your network' : null
}

/** Whether a base URL is on this computer or in the person's network. */
export const isLocal = (baseUrl: string): boolean =>
  URL.canParse(baseUrl) && placeOfHost(new URL(baseUrl).hostname) !== null

const dotted = (...halves: string[]): string =>
  halves.flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join('.')
