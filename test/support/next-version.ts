import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Deploys another version over a built site, as a static host does: every hashed file gets another name, the old files
 * are gone, references use the new names, the service worker's list has them, and the page states its version
 * (`document.documentElement.dataset.version`). Equals a second build of changed sources, without its time. A site
 * without a service worker stays without.
 */
export function deployNextVersion(folder: string, version: string): void {
  const assets = join(folder, 'assets')
  const names = readdirSync(assets)
  // same length, and only characters of a hash: patterns for names still match
  const renamed = new Map(names.map((name) => [name, name.replace(/[\w-]{7}(?=\.\w+$)/, hashOf(name + version))]))
  const inOtherWords = (text: string): string =>
    text.replace(/[\w.-]+-[\w-]{7}\.\w+/g, (name) => renamed.get(name) ?? name)
  for (const [name, next] of renamed) {
    const [file, fresh] = [join(assets, name), join(assets, next)]
    if (/\.(m?js|css)$/.test(name)) {
      // a separate file: a reader in the middle of the old file gets no content of the new version under the old name
      writeFileSync(fresh, inOtherWords(readFileSync(file, 'utf8')))
      rmSync(file)
    } else renameSync(file, fresh)
  }
  const index = join(folder, 'index.html')
  const page = withHashes(inOtherWords(readFileSync(index, 'utf8')), readFileSync(index, 'utf8')).replace(
    /<html\b/,
    `<html data-version="${version}"`,
  )
  replaceFile(index, page)
  const worker = join(folder, 'service-worker.js')
  if (!existsSync(worker)) return
  const given = readFileSync(worker, 'utf8')
  const revised = inOtherWords(given).replace(
    /"revision":"\w+","url":"index\.html"/,
    `"revision":"${createHash('md5').update(page).digest('hex')}","url":"index.html"`,
  )
  const stale = names.filter((name) => revised.includes(name))
  // files that are fetched on demand are not in its list
  const listed = names.filter((name) => given.includes(name))
  if (stale.length > 0 || listed.length === 0 || !listed.every((name) => revised.includes(renamed.get(name) ?? name)))
    throw new Error(`The service worker still names files of the old version: ${stale.join(', ')}`)
  replaceFile(worker, revised)
}

/** At once, as a host does it: nobody reads half a file. */
function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.next`, text)
  renameSync(`${file}.next`, file)
}

/** The policy names inline scripts and styles by their hashes; they name the worker and the fonts. */
function withHashes(page: string, before: string): string {
  const hashes = (html: string): string[] =>
    [...html.matchAll(/<(script|style)>(.+?)<\/\1>/gs)].map(([, , code]) => sha256(code ?? '').digest('base64'))
  const next = hashes(page)
  return hashes(before).reduce((html, hash, n) => html.replace(hash, next[n] ?? hash), page)
}

const sha256 = (text: string) => createHash('sha256').update(text)
const hashOf = (text: string): string => sha256(text).digest('hex').slice(0, 7)
