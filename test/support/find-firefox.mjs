import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installFromDebian } from './find-browser.mjs'

/** Finds a Firefox for the tests, or installs Debian's. Plain Node without dependencies. */

/** @typedef {{ executablePath: string | null, version: string | null }} FoundFirefox */

const onThePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => ['firefox', 'firefox-esr'].map((name) => join(folder, name)))
const PLACES = [
  ...onThePath,
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/**
 * `FIREFOX_PATH`, PATH, the usual places. A named one that does not start is an error: another would test the wrong
 * thing.
 * @returns {FoundFirefox}
 */
export function findFirefox() {
  const named = process.env['FIREFOX_PATH']
  for (const executablePath of named ? [named] : PLACES) {
    if (!existsSync(executablePath)) continue
    const run = spawnSync(executablePath, ['--version'], { encoding: 'utf8', timeout: 20_000 })
    if (run.status === 0) return { executablePath, version: run.stdout.match(/[\d.]+\S*/)?.[0] ?? 'unknown' }
  }
  if (named) throw new Error(`FIREFOX_PATH names ${named}, which is not a browser that starts`)
  return { executablePath: null, version: null }
}

/**
 * The installed Firefox, otherwise Debian's package if we may install it.
 * @param {(line: string) => void} [log]
 * @returns {FoundFirefox}
 */
function ensureFirefox(log = (line) => console.error(line)) {
  const found = findFirefox()
  if (found.executablePath !== null) return found
  installFromDebian('firefox-esr', log)
  return findFirefox()
}

// `node test/support/find-firefox.mjs --install`: exit code 1 if there is none
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = process.argv.includes('--install') ? ensureFirefox() : findFirefox()
  console.log(JSON.stringify(found, null, 2))
  process.exitCode = found.executablePath === null ? 1 : 0
}
