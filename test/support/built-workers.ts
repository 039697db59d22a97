import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PREFIX = '/built/'
/** How the app's code starts a thread for untrusted material. */
const STARTS = /new URL\('([^']+\.ts)', import\.meta\.url\)(?=, \{ type: 'module' \})/g

type Files = Map<string, string | Uint8Array>

/** All files of a worker, by their paths relative to its entry. Throws if the build fails. */
async function filesOf(entry: string): Promise<Files> {
  const built = await build({
    root,
    configFile: false,
    base: './',
    mode: 'test',
    logLevel: 'error',
    define: { __FAILPOINTS__: 'true' },
    // without 'es' Vite silently inlines every import() of a worker
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: { input: `${root}${entry}`, output: { entryFileNames: 'entry.js' } },
    },
  })
  const files: Files = new Map()
  for (const result of [built].flat())
    for (const part of 'output' in result ? result.output : [])
      files.set(part.fileName, part.type === 'chunk' ? part.code : part.source)
  return files
}

/**
 * Serves a worker as one script, `/built/src/worker/main.ts/entry.js`, with its late parts next to it. Vite would serve
 * a worker's sources in more than 200 requests, and each test starts several workers. Built on the first request, and
 * again when a file has changed. Threads that the app's code starts are served this way, too: they have a time limit,
 * in which the sources did not load on a busy machine (built-thread.ts).
 */
export function builtWorkers(): Plugin {
  const made = new Map<string, Promise<Files>>()
  return {
    name: 'reflexor:built-workers',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(`${root}src/`) || !code.includes('new Worker(')) return null
      const started = code.replace(
        STARTS,
        (_, path: string) => `'${PREFIX}${relative(root, join(dirname(id), path))}/entry.js'`,
      )
      // without changing line numbers, so that errors point to the right lines
      return started === code ? null : { code: started, map: null }
    },
    configureServer(server) {
      server.watcher.on('change', () => made.clear())
      server.middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.url ?? '', 'http://localhost')
        const [, entry, file] = /^\/built\/(.+?\.ts)\/(.+)$/.exec(pathname) ?? []
        if (!pathname.startsWith(PREFIX) || entry === undefined || file === undefined) return next()
        if (!made.has(entry)) made.set(entry, filesOf(entry))
        try {
          const content = (await made.get(entry))?.get(file)
          if (content === undefined) {
            response.statusCode = 404
            response.end()
            return
          }
          response.setHeader('Content-Type', file.endsWith('.wasm') ? 'application/wasm' : 'text/javascript')
          response.setHeader('Cache-Control', 'max-age=3600')
          response.end(content)
        } catch (error) {
          next(error)
        }
      })
    },
  }
}
