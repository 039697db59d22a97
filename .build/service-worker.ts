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
 * The page caches Mermaid itself (src/ui/diagrams/library.ts). The public suffix list is needed only to ask about a
 * site, which needs a network.
 */
const LEFT_OUT = /^screenshots\/|^icons\/.*\.png$|^assets\/(?:mermaid|sites-)|^service-worker\.js$/
/**
 * Python, the shell, patterns and code modules: large and rarely used. Cached at first use, and kept across versions.
 */
const LATE = /^assets\/(?:(?:part-(?:python|shell|patterns|modules)|sandbox-shell|sql-wasm)-|pyodide|python_stdlib)/
/** Names in this folder contain a hash of the content. */
const HASHED = /^assets\//
const LARGEST = 3_000_000

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))

/** Files that are cached at first use and kept. */
export const lateFiles = (folder: string): string[] =>
  filesOf(folder)
    .filter((path) => LATE.test(path))
    .sort()

/** What the service worker caches of a built site, in Workbox's format. */
export function keptFiles(folder: string): { revision: string | null; url: string }[] {
  return filesOf(folder)
    .filter(
      (path) =>
        KEPT.test(path) && !LEFT_OUT.test(path) && !LATE.test(path) && statSync(join(folder, path)).size <= LARGEST,
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
  return {
    name: 'reflexor:service-worker',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = resolve(root, outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async (error) => {
        if (error) return
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
