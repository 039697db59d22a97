import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Installs what the lockfile says and nothing else (`npm ci`), unless just that is installed already. Run by itself it does so for the
 * folder it stands in; its exit code is npm's.
 */

/**
 * Whether what npm says it has installed (its hidden lockfile) is what the lockfile names. What is optional may be missing, as packages for
 * other systems are; nothing may be there in another version, from elsewhere, or beside it.
 * @param {{ packages: Record<string, Locked> }} lock
 * @param {{ packages: Record<string, Locked> } | null} installed
 * @param {(path: string) => boolean} exists
 * @typedef {{ version?: string, integrity?: string, resolved?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} Locked
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

const root = fileURLToPath(new URL('../..', import.meta.url))
/** @param {string} path */
const read = (path) => {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return null
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = read('package-lock.json')
  const good = isAsLocked(lock, read('node_modules/.package-lock.json'), (path) => existsSync(join(root, path)))
  if (!good) {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const shell = process.platform === 'win32'
    process.exitCode = spawnSync(npm, ['ci', '--loglevel=error'], { cwd: root, stdio: 'inherit', shell }).status ?? 1
  }
}
