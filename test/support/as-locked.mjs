import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Installs exactly what the lockfile lists (`npm ci`), unless that is already installed. As a script it does so for the
 * folders in its arguments (`.` and `test`; by default `.`). Node 18 also runs this file, to report that it is too old.
 */

/** The oldest Node for Vite and Vitest, as in package.json. */
const OLDEST = [20, 19]

/**
 * What to tell somebody whose Node is too old; null: it is not.
 * @param {string} version such as 20.19.1
 */
export function tooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [least = 0, small = 0] = OLDEST
  if (major > least || (major === least && minor >= small)) return null
  return `Node ${version} is too old: Reflexor needs Node ${OLDEST.join('.')} or newer.`
}

/**
 * Whether npm's list of installed packages (its hidden lockfile) matches the lockfile. Optional packages may be
 * missing, such as those for other systems; nothing may have another version or source, or be extra.
 * @param {{ packages: Record<string, Locked> }} lock
 * @param {{ packages: Record<string, Locked> } | null} installed
 * @param {(path: string) => boolean} exists
 * @typedef {{ version?: string, integrity?: string, resolved?: string, optional?: boolean, devOptional?: boolean,
 * link?: boolean }} Locked
 */
export function isAsLocked(lock, installed, exists) {
  if (installed === null) return false
  /** @type {(path: string, entry: Locked) => boolean} */
  const same = (path, { version, integrity }) => {
    const locked = lock.packages[path]
    return locked?.version === version && (!locked?.integrity || !integrity || locked.integrity === integrity)
  }
  const needed = Object.entries(lock.packages).filter(([path, { optional, link }]) => path !== '' && !optional && !link)
  return (
    needed.every(([path]) => installed.packages[path] !== undefined && exists(path)) &&
    Object.entries(installed.packages).every(([path, entry]) => same(path, entry))
  )
}

/** npm's error codes for an unreachable registry. */
const UNREACHED =
  /npm (?:error|ERR!) code (ENOTFOUND|EAI_AGAIN|ECONN\w+|E\w*TIMEDOUT|E\w+UNREACH|ENOTCACHED|ERR_SOCKET\w*)/

/**
 * What to tell somebody when npm has failed: one line if the registry was unreachable, otherwise npm's own words.
 * @param {string} said npm's error output
 */
export function whyNotInstalled(said) {
  const [, code] = UNREACHED.exec(said) ?? []
  if (code === undefined) return said.trim()
  return `The packages cannot be installed: npm does not reach its registry (${code}). Go online and run this again.`
}

/** @param {string} file */
const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * @param {string} folder
 * @returns {boolean} whether all is there now
 */
function install(folder) {
  const lock = read(join(folder, 'package-lock.json'))
  if (isAsLocked(lock, read(join(folder, 'node_modules/.package-lock.json')), (path) => existsSync(join(folder, path))))
    return true
  const windows = process.platform === 'win32'
  // a cached response of the registry will do: the lockfile has version and hash
  const done = spawnSync(
    windows ? 'npm.cmd' : 'npm',
    ['ci', '--loglevel=error', '--prefer-offline', '--fetch-retries=1'],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'pipe'],
      encoding: 'utf8',
      shell: windows,
    },
  )
  if (done.status !== 0) console.error(done.error?.message ?? whyNotInstalled(done.stderr))
  return done.status === 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const old = tooOld(process.versions.node)
  if (old !== null) console.error(old)
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const folders = process.argv.length > 2 ? process.argv.slice(2) : ['.']
  if (old !== null || !folders.every((folder) => install(join(root, folder)))) process.exitCode = 1
}
