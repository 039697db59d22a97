#!/usr/bin/env node
/**
 * Finds a Chromium for the tests, or installs one. Plain Node without dependencies, so that it runs before `npm
 * install`.
 * node test/support/find-browser.mjs             prints what was found, exit code 1 if nothing was
 * node test/support/find-browser.mjs --install   installs one if none is found
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * @typedef {{ executablePath: string | null, source: string, version: string | null, rejected: string[] }} FoundBrowser
 */

const asRoot = process.getuid?.() === 0
const windows = process.platform === 'win32'
const mac = process.platform === 'darwin'
const environmentNames = ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH', 'CHROME_PATH', 'CHROME_BIN']
const commandNames = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
  'brave-browser',
]

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * The version, or null for a file that does not start (Ubuntu's snap stub, missing libraries).
 * @param {string} path
 */
function versionOf(path) {
  // chrome.exe --version opens a window
  if (windows) return 'unknown'
  const run = spawnSync(path, ['--version', ...(asRoot ? ['--no-sandbox'] : [])], { encoding: 'utf8', timeout: 20_000 })
  if (run.status !== 0) return null
  return run.stdout.match(/\d+(\.\d+){3}/)?.[0] ?? 'unknown'
}

function usualPlaces() {
  const home = homedir()
  if (mac)
    return ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'].flatMap((name) =>
      ['', home].map((base) => `${base}/Applications/${name}.app/Contents/MacOS/${name}`),
    )
  if (windows)
    return [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']]
      .filter((base) => base !== undefined)
      .flatMap((base) => [
        join(base, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(base, 'Chromium', 'Application', 'chrome.exe'),
        join(base, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ])
  return [
    ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map((name) => `/usr/bin/${name}`),
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
  ]
}

function onThePath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => commandNames.map((name) => join(folder, windows ? `${name}.exe` : name)))
}

function playwrightCache() {
  const chosen = process.env['PLAYWRIGHT_BROWSERS_PATH']
  const cacheOfPlatform = mac
    ? join(homedir(), 'Library', 'Caches')
    : windows
      ? (process.env['LOCALAPPDATA'] ?? '')
      : (process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'))
  const folder = chosen && chosen !== '0' ? chosen : join(cacheOfPlatform, 'ms-playwright')
  if (!existsSync(folder)) return []
  const executables = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win64/chrome.exe',
    'chrome-win/chrome.exe',
  ]
  const revision = (/** @type {string} */ name) => Number(name.slice('chromium-'.length))
  return readdirSync(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => revision(b) - revision(a))
    .flatMap((name) => executables.map((executable) => join(folder, name, executable)))
}

/** @type {FoundBrowser | null} */
let known = null

/**
 * Looks in the environment, the usual places, PATH and Playwright's cache, in that order. A browser named by the
 * environment that cannot run is an error: silently using another would test the wrong thing. Asks for its version once
 * per process: that starts it, which on a busy machine delays everything next to it by a second.
 * @returns {FoundBrowser}
 */
export function findBrowser() {
  if (known?.executablePath) return known
  known = lookForBrowser()
  return known
}

/** @returns {FoundBrowser} */
function lookForBrowser() {
  for (const name of environmentNames) {
    const path = process.env[name]
    if (!path) continue
    const version = isExecutable(path) ? versionOf(path) : null
    if (version === null) throw new Error(`${name} names ${path}, which is not a browser that starts`)
    return { executablePath: path, source: name, version, rejected: [] }
  }
  /** @type {string[]} */
  const rejected = []
  const places = {
    'usual place': usualPlaces,
    PATH: onThePath,
    "Playwright's cache": playwrightCache,
  }
  for (const [source, list] of Object.entries(places))
    for (const path of new Set(list())) {
      if (!isExecutable(path)) continue
      const version = versionOf(path)
      if (version !== null) return { executablePath: path, source, version, rejected }
      rejected.push(path)
    }
  return { executablePath: null, source: 'none', version: null, rejected }
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** @typedef {(line: string) => void} Log */

/** @type {(log: Log, command: string, args: string[]) => void} */
function run(log, command, args) {
  log(`$ ${command} ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync(command, args, { stdio: ['ignore', 2, 2], env, shell: windows })
}

/**
 * Installs a Debian package if we are root there. Logs a failure instead of throwing.
 * @type {(name: string, log: Log) => void}
 */
export function installFromDebian(name, log) {
  if (!asRoot || !isDebian()) return
  try {
    run(log, 'apt-get', ['update', '-qq'])
    run(log, 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
  } catch (error) {
    log(`apt-get failed: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Installs a Chromium: Debian's package if we are root there, otherwise Playwright's own download (needs
 * `test/node_modules`).
 * @param {Log} log
 * @returns {FoundBrowser}
 */
function installBrowser(log) {
  installFromDebian('chromium', log)
  // on Ubuntu the package is a stub for snap, which does not start in a container
  const packaged = findBrowser()
  if (packaged.executablePath) return packaged
  const withSystemLibraries = asRoot && process.platform === 'linux' ? ['--with-deps'] : []
  run(log, 'npx', ['playwright', 'install', ...withSystemLibraries, 'chromium'])
  const found = findBrowser()
  if (!found.executablePath) throw new Error('A browser was installed, but none was found that starts')
  return found
}

/**
 * @param {Log} [log]
 * @returns {FoundBrowser}
 */
export function ensureBrowser(log = (line) => console.error(line)) {
  const found = findBrowser()
  return found.executablePath ? found : installBrowser(log)
}

/** Quiet, repeatable, without calls home; as root, Chromium does not start without `--no-sandbox`. */
export function launchArgs() {
  return [
    ...(asRoot ? ['--no-sandbox'] : []),
    ...(process.platform === 'linux' ? ['--disable-dev-shm-usage'] : []),
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--disable-extensions',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-pings',
    '--metrics-recording-only',
    '--password-store=basic',
    '--use-mock-keychain',
  ]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = process.argv.includes('--install') ? ensureBrowser() : findBrowser()
  console.log(JSON.stringify({ ...found, args: launchArgs() }, null, 2))
  process.exitCode = found.executablePath ? 0 : 1
}
