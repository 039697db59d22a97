import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installFromDebian } from '../support/find-browser.mjs'

/**
 * WebKit as GTK ships it: the small browser of its makers, their driver for it, and a screen that nobody sees. Debian:
 * `webkit2gtk-driver`, `xvfb`.
 * @typedef {{ browser: string, driver: string, screen: string }} FoundWebKit
 */

const paths = (process.env['PATH'] ?? '').split(delimiter)
/** @param {string} name */
const command = (name) => paths.map((folder) => join(folder, name)).find((path) => existsSync(path))

/** @returns {string | undefined} where libraries keep their helpers, by architecture and version */
function miniBrowser() {
  const folders = ['/usr/lib', '/usr/libexec', '/usr/lib64'].filter((folder) => existsSync(folder))
  const inside = folders.flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
  return inside
    .flatMap((folder) => ['webkitgtk-6.0', 'webkit2gtk-4.1'].map((version) => join(folder, version, 'MiniBrowser')))
    .find((path) => existsSync(path))
}

/** @returns {FoundWebKit | null} */
function findWebKit() {
  const [browser, driver, screen] = [miniBrowser(), command('WebKitWebDriver'), command('Xvfb')]
  if (browser === undefined || driver === undefined || screen === undefined) return null
  return spawnSync(driver, ['--version'], { timeout: 20_000 }).error ? null : { browser, driver, screen }
}

/**
 * What is there, else what Debian has, where we may install it.
 * @param {(line: string) => void} [log]
 * @returns {FoundWebKit | null}
 */
export function ensureWebKit(log = (line) => console.error(line)) {
  const found = findWebKit()
  if (found !== null) return found
  for (const name of ['webkit2gtk-driver', 'xvfb']) installFromDebian(name, log)
  return findWebKit()
}

// `node test/webkit/find-webkit.mjs --install`: exit code 1 if there is none
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = process.argv.includes('--install') ? ensureWebKit() : findWebKit()
  console.log(JSON.stringify(found, null, 2))
  process.exitCode = found === null ? 1 : 0
}
