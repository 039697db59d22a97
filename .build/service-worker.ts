import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const FILE = 'service-worker.js'
const ENTRY = fileURLToPath(new URL('../src/pwa/service-worker.ts', import.meta.url))
/** Includes late parts: an installed app has all its parts offline. */
const KEPT =
  /\.(?:html|js|css|svg|png|woff2|webmanifest)$|^assets\/(?:(?:emscripten-module|jbig2|openjpeg)-.*\.wasm|Foxit.*\.pfb)$/
/**
 * Mermaid is kept by the page (src/ui/rendering/diagrams/library.ts). The list of public suffixes is needed only to ask
 * about a site, which takes a network.
 */
const LEFT_OUT = /^screenshots\/|^icons\/.*\.png$|^assets\/(?:mermaid|sites-)|^service-worker\.js$/
/**
 * Python, the shell, patterns, modules of code, what puts pages together and what makes documents: large, and used by
 * few. Kept when they are first used, and from version to version. A script that only these name belongs to them.
 */
const LATE =
  /^assets\/(?:(?:part-(?:python|shell|patterns|modules|charts|pages)|sandbox-(?:shell|write|page)|sql-wasm)-|pyodide|python_stdlib)/
/** Names in it have a hash of what the file says. */
const HASHED = /^assets\//
const LARGEST = 3_000_000

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))

/** As they stand in quotes; the length is bounded, because a file may be one long word. */
const SCRIPT_NAMES = /(?<=["'`/])[\w.-]{1,80}\.js(?=["'`])/g

/** Files that are kept when they were first used, and stay. */
export function lateFiles(folder: string): string[] {
  const paths = filesOf(folder)
  const late = new Set(paths.filter((path) => LATE.test(path)))
  const namedBy = new Map<string, string[]>()
  for (const path of paths.filter((name) => /\.(?:html|js)$/.test(name) && name !== FILE)) {
    const names = new Set(readFileSync(join(folder, path), 'utf8').match(SCRIPT_NAMES))
    for (const name of names) namedBy.set(name, [...(namedBy.get(name) ?? []), path])
  }
  for (let before = -1; before !== late.size; ) {
    before = late.size
    for (const path of paths.filter((name) => /^assets\/.*\.js$/.test(name) && !late.has(name))) {
      const users = (namedBy.get(path.slice('assets/'.length)) ?? []).filter((user) => user !== path)
      if (users.length > 0 && users.every((user) => late.has(user))) late.add(path)
    }
  }
  return [...late].sort()
}

/** What the service worker caches of a built site, in Workbox's format. */
export function keptFiles(folder: string): { revision: string | null; url: string }[] {
  const late = new Set(lateFiles(folder))
  return filesOf(folder)
    .filter(
      (path) =>
        KEPT.test(path) && !LEFT_OUT.test(path) && !late.has(path) && statSync(join(folder, path)).size <= LARGEST,
    )
    .sort()
    .map((url) => {
      const hash = createHash('md5')
        .update(readFileSync(join(folder, url)))
        .digest('hex')
      return { revision: HASHED.test(url) ? null : hash, url }
    })
}

/** Builds src/pwa/service-worker.ts as one script after all other files are written, and inserts the list of them. */
export function serviceWorker(): Plugin {
  let folder = ''
  /** A build that fails before it has written anything tells its own error. */
  let written = false
  return {
    name: 'reflexor:service-worker',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = resolve(root, outDir)
    },
    writeBundle: () => {
      written = true
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async (error) => {
        if (error || !written) return
        const built = await build({
          configFile: false,
          publicDir: false,
          logLevel: 'error',
          build: {
            write: false,
            target: 'es2022',
            modulePreload: false,
            rolldownOptions: { input: ENTRY, output: { format: 'iife', entryFileNames: FILE } },
          },
        })
        const script = [built].flat().flatMap((result) => ('output' in result ? result.output : []))[0]
        if (script?.type !== 'chunk') throw new Error('The service worker was not built.')
        const code = script.code.replace('self.__LATE_FILES', () => JSON.stringify(lateFiles(folder)))
        if (code === script.code) throw new Error('The service worker has no place for the files that come late.')
        const parts = code.split('self.__WB_MANIFEST')
        if (parts.length !== 2) throw new Error('The service worker has no place for its list of files.')
        writeFileSync(join(folder, FILE), parts.join(JSON.stringify(keptFiles(folder))))
      },
    },
  }
}
