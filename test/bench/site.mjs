import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = fileURLToPath(new URL('./pages/', import.meta.url))
const dist = join(root, 'dist')
/** @type {Record<string, string>} */
const mediaTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** @param {string} path @returns {number} the latest change at or below, ms */
function changedAt(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(...readdirSync(path).map((name) => (name.endsWith('.tsbuildinfo') ? 0 : changedAt(join(path, name)))))
}

/** Builds the app for production when `dist` is older than what it is made of. @param {(line: string) => void} log */
export function buildApp(log) {
  const sources = ['src', 'public', 'index.html', 'vite.config.ts', '.build', 'package-lock.json']
  const newest = Math.max(...sources.map((name) => changedAt(join(root, name))))
  if (changedAt(join(dist, 'index.html')) > newest) return
  log('building the app')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The app cannot be built:\n${stdout}\n${stderr}`)
}

/**
 * Bundles the pages of the bench for production. Call `remove` at the end.
 * @returns {Promise<{ folder: string, probe: string, remove: () => void }>} `probe`: the text of the script that goes
 * into the app's page
 */
export async function buildPages() {
  const folder = mkdtempSync(join(tmpdir(), 'reflexor-bench-'))
  const common = /** @type {const} */ ({
    configFile: false,
    logLevel: 'error',
    define: { __FAILPOINTS__: 'false' },
    root: pages,
    base: './',
  })
  await build({
    ...common,
    worker: { format: 'es' },
    build: {
      target: 'es2022',
      outDir: folder,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: [join(pages, 'lab.html'), join(pages, 'empty.html'), join(pages, 'yardstick.html')] },
    },
  })
  const output = await build({
    ...common,
    build: {
      target: 'es2022',
      write: false,
      rolldownOptions: { input: join(pages, 'probe.ts'), output: { format: 'iife' } },
    },
  })
  const [built] = [output].flat()
  if (!built || !('output' in built)) throw new Error('the build made no output')
  return { folder, probe: built.output[0].code, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Serves the built app at `/` and the bench's own pages under `/bench/`, on an origin of its own with an empty
 * database.
 * @param {string} benchFolder
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveSite(benchFolder) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const isBench = path.startsWith('/bench/')
    const folder = isBench ? benchFolder : dist
    const file = normalize(join(folder, path.slice(isBench ? '/bench/'.length : 1) || 'index.html'))
    const body = file.startsWith(normalize(folder)) ? await readFile(file).catch(() => null) : null
    response.writeHead(body === null ? 404 : 200, {
      'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'no-cache',
      // a clock of 5 µs instead of 100
      ...(isBench
        ? { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
        : {}),
    })
    response.end(body ?? 'not found')
  })
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port')
  return {
    url: `http://localhost:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
