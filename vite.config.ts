import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import solid from 'vite-plugin-solid'
import type { TestProjectInlineConfiguration } from 'vitest/config'

/**
 * The dev server works with inline scripts and a web socket, which the page's policy (index.html) forbids: there, and
 * only there, the policy is left out.
 */
function withoutPolicyInDevelopment(): Plugin {
  return {
    name: 'reflexor:without-policy-in-development',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
    },
  }
}

/** The service worker of src/pwa, with the list of built files put in. */
function serviceWorker(): Plugin[] {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/pwa',
    filename: 'service-worker.ts',
    // src/pwa/register.ts and public/manifest.webmanifest do these
    injectRegister: false,
    manifest: false,
    injectManifest: {
      // lazy chunks too: an installed app has all its parts offline
      globPatterns: [
        '**/*.{html,js,css,svg,png,woff2,webmanifest}',
        'assets/{emscripten-module,jbig2,openjpeg}-*.wasm',
        'assets/Foxit*.pfb',
      ],
      globIgnores: ['screenshots/**', 'icons/*.png'],
      maximumFileSizeToCacheInBytes: 3_000_000,
      rollupFormat: 'iife',
    },
  })
}

/**
 * Packages bring the full zod. In a worker they get a copy of their own, which comes later, with them: were it one with ours, all that they
 * use of it would come first.
 */
function zodOfPackages(): Plugin {
  const COPY = '?of-packages'
  return {
    name: 'reflexor:zod-of-packages',
    apply: 'build',
    enforce: 'pre',
    resolveId: async function (source, importer = '') {
      const inside = importer.endsWith(COPY)
      if (!inside && !(/^zod(?:\/|$)/.test(source) && importer.includes('/node_modules/'))) return null
      const resolved = await this.resolve(source, inside ? importer.slice(0, -COPY.length) : importer, {
        skipSelf: true,
      })
      return resolved === null ? null : { ...resolved, id: resolved.id + COPY }
    },
    load: {
      filter: { id: /\?of-packages$/ },
      handler: (id) => readFileSync(id.slice(0, -COPY.length), 'utf8'),
    },
  }
}

/**
 * Puts src/ui/boot/early-worker.ts into the built page, before anything that has to be fetched, and its hash into the page's policy:
 * the worker then starts a tenth of a second sooner than from the page's own code.
 */
function earlyWorker(failpoints: boolean): Plugin {
  const entry = fileURLToPath(new URL('./src/ui/boot/early-worker.ts', import.meta.url))
  return {
    name: 'reflexor:early-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: async (_, bundle) => {
        const page = bundle['index.html']
        const workers = Object.keys(bundle).filter((name) => /^assets\/worker-[^/]+\.js$/.test(name))
        if (page?.type !== 'asset' || workers.length !== 1)
          throw new Error(`One page and one worker are expected, not ${workers.join(', ')}`)
        const built = await build({
          configFile: false,
          logLevel: 'error',
          define: { __FAILPOINTS__: String(failpoints), __WORKER_URL__: JSON.stringify(`./${workers[0]}`) },
          build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'early' } },
        })
        const script = [built].flat().flatMap((result) => ('output' in result ? result.output : []))[0]
        if (script?.type !== 'chunk') throw new Error('The early worker was not built.')
        const code = script.code.trim()
        const hash = createHash('sha256').update(code).digest('base64')
        const policy = /<meta\s+http-equiv="Content-Security-Policy"[^>]*>/
        page.source = String(page.source).replace(
          policy,
          (meta) =>
            `${meta.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`)}\n    <script>${code}</script>`,
        )
      },
    },
  }
}

/** Test projects have a file of their own, loaded by Vitest alone: building and serving need neither it nor a browser. */
function testProject(name: 'unit' | 'browser' | 'e2e' | 'firefox'): () => Promise<TestProjectInlineConfiguration> {
  return async () => (await import('./test/vitest.config.ts')).projects[name]
}

/** Describes schemas as JSON Schema: zod's index names it, so it can be reached at once, but only what comes later uses it. */
const JSON_SCHEMA = /zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/**
 * What a thread needs at once, as one file: in several, because lazy chunks share them, each would go through the service worker on its own,
 * and compress worse (the worker 77 against 66 kB). null: it comes later.
 */
function makeFirst(name: string, files: string[]): (id: string, modules: Modules) => string | null {
  const entries = files.map((file) => fileURLToPath(new URL(`./src/${file}`, import.meta.url)))
  const first = new Set<string>()
  return (id, modules) => {
    // each worker is a build of its own
    if (modules.getModuleInfo(entries[0] ?? '') === null) return null
    if (first.size === 0) {
      const reach = (from: string): void => {
        const info = first.has(from) || JSON_SCHEMA.test(from) ? null : modules.getModuleInfo(from)
        if (info === null) return
        first.add(from)
        for (const next of info.importedIds) reach(next)
      }
      for (const entry of entries) reach(entry)
    }
    return first.has(id) ? name : null
  }
}

/** File names of the threads' scripts: the service worker (`sandbox-…`: no network but our own files) and the size check know them by these. */
const THREADS: Record<string, string> = {
  main: 'worker',
  'quickjs-worker': 'sandbox',
  'pdf-worker': 'sandbox-pdf',
  'pdf-parser': 'sandbox-pdf-parser',
  'documents-worker': 'sandbox-documents',
}

/** Mode `test` is the production configuration plus failpoints and test tools, built beside it. */
export default defineConfig(({ mode }) => ({
  // relative, so that the built site can be hosted under any path
  base: './',
  plugins: process.env['VITEST']
    ? []
    : [
        // Solid's templates go through a Trusted Types policy
        solid({ solid: { moduleName: '/src/ui/boot/trusted-templates.ts' } }),
        withoutPolicyInDevelopment(),
        earlyWorker(mode === 'test'),
        serviceWorker(),
      ],
  define: { __FAILPOINTS__: JSON.stringify(mode === 'test') },
  build: {
    target: 'es2022',
    outDir: mode === 'test' ? 'dist-test' : 'dist',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: makeFirst('page', ['ui/boot/main.tsx']) }] } } },
  },
  // without 'es' Vite silently inlines every import() of a worker
  worker: {
    format: 'es',
    plugins: () => [zodOfPackages()],
    // the service worker tells the two threads apart by their names
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }) => `assets/${THREADS[name] ?? name}-[hash].js`,
        // the writer's part too
        codeSplitting: { groups: [{ name: makeFirst('worker', ['worker/main.ts', 'worker/writer/writer.ts']) }] },
      },
    },
  },
  server: { host: 'localhost', port: 5173 },
  // another port would be another origin, with an empty database
  preview: { host: 'localhost', port: 4173, strictPort: true },
  test: { projects: (['unit', 'browser', 'e2e', 'firefox'] as const).map((name) => testProject(name)) },
}))
