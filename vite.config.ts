import { fileURLToPath } from 'node:url'
import { type ConfigEnv, defineConfig, loadConfigFromFile, type Plugin, type UserConfig } from 'vite'
import solid from 'vite-plugin-solid'
import { atOnce } from './.build/at-once.ts'
import { compilerAlone } from './.build/compiler-alone.ts'
import { icons } from './.build/icons.ts'
import { inThePage } from './.build/in-the-page.ts'
import { pythonAlone } from './.build/python-alone.ts'
import { serviceWorker } from './.build/service-worker.ts'
import { PAGE_GROUPS, WORKER_GROUPS } from './.build/stages.ts'
import { zodOfPackages } from './.build/zod-of-packages.ts'

/** The dev server needs inline scripts and a web socket, which the page's policy (index.html) forbids. */
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

const NAMES = {
  // 36 bits tell versions apart
  hashCharacters: 'base36' as const,
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

/**
 * The service worker (`sandbox-…`: no network but our own files) and the size check know the threads' scripts by these
 * names.
 */
const THREADS: Record<string, string> = {
  main: 'worker',
  'quickjs-worker': 'sandbox',
  'python-worker': 'sandbox-python',
  'pdf-worker': 'sandbox-pdf',
  'pdf-parser': 'sandbox-pdf-parser',
  'documents-worker': 'sandbox-documents',
  'shell-worker': 'sandbox-shell',
  'write-worker': 'sandbox-write',
  'page-worker': 'sandbox-page',
}

/**
 * The kinds of tests. Read for Vitest only: to build and serve the app, the packages of the tests need not be
 * installed.
 */
async function testConfig(env: ConfigEnv): Promise<UserConfig> {
  const loaded = await loadConfigFromFile(env, 'test/vitest.config.ts')
  if (loaded === null) throw new Error('test/vitest.config.ts was not found.')
  return loaded.config
}

/** Mode `test` is the production configuration plus failpoints and test tools, built beside it. */
const appConfig = ({ mode }: ConfigEnv): UserConfig => ({
  // relative, so that the built site can be hosted under any path
  base: './',
  plugins: [
    // Solid's templates go through a Trusted Types policy
    solid({ solid: { moduleName: '/src/ui/page/boot/trusted-templates.ts' } }),
    icons(),
    withoutPolicyInDevelopment(),
    inThePage(mode === 'test'),
    serviceWorker(),
  ],
  // just-bash asks for it in its build for browsers, too
  resolve: { alias: { 'node:zlib': fileURLToPath(new URL('./src/tools/shell/thread/zlib.ts', import.meta.url)) } },
  define: { __FAILPOINTS__: JSON.stringify(mode === 'test') },
  build: {
    target: 'es2022',
    outDir: mode === 'test' ? 'dist-test' : 'dist',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { ...NAMES, codeSplitting: { groups: PAGE_GROUPS } } },
  },
  // without 'es' Vite silently inlines every import() of a worker
  worker: {
    format: 'es',
    plugins: () => [zodOfPackages(), pythonAlone(), compilerAlone(), atOnce()],
    rolldownOptions: {
      output: {
        ...NAMES,
        entryFileNames: ({ name }) => `assets/${THREADS[name] ?? name}-[hash:7].js`,
        // what a thread imports is no thread's own script, and is kept as it came (src/pwa/kept-files.ts)
        chunkFileNames: 'assets/part-[name]-[hash:7].js',
        codeSplitting: { groups: WORKER_GROUPS },
      },
    },
  },
  server: { host: 'localhost', port: 5173 },
  // another port would be another origin, with an empty database
  preview: { host: 'localhost', port: 4173, strictPort: true },
})

export default defineConfig((env) => (process.env['VITEST'] ? testConfig(env) : appConfig(env)))
