import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import solid from 'vite-plugin-solid'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { icons } from '../.build/icons.ts'
import { builtWorkers } from './support/built-workers.ts'
import { fileOrder } from './support/file-order.ts'
import { findBrowser, launchArgs } from './support/find-browser.mjs'
import { freshModules } from './support/fresh-modules.ts'
import { pageState } from './support/page-state.ts'
import { providerCommands } from './support/provider-commands.ts'
import { storageCommands } from './support/storage-commands.ts'
import { oneKindAfterAnother, unitPool } from './support/unit-pool.ts'

/** How long what is polled may be in coming: Vitest's own second is less than a busy machine stands still for. */
const PATIENT = { poll: { timeout: 15_000 } }

/**
 * What the longest tests of these projects take (11, 16 and 30 s where five runs share two cores) on a machine four
 * times as busy.
 */
const BUSY = 120_000

const support = (file: string): string => fileURLToPath(new URL(`support/${file}`, import.meta.url))

const unit: TestProjectInlineConfiguration = {
  plugins: [oneKindAfterAnother],
  define: { __FAILPOINTS__: 'true' },
  test: {
    name: 'unit',
    environment: 'node',
    include: ['test/unit/**/*.test.ts'],
    pool: unitPool,
    isolate: false,
    // of two cores Vitest would leave one to itself, which has little to do
    maxWorkers: Math.max(2, availableParallelism() - 1),
    setupFiles: [support('file-anew.ts')],
    testTimeout: BUSY,
    expect: PATIENT,
  },
}

// Found for the other projects in vain, which need none: without a browser this project alone fails, at its start.
const { executablePath } = findBrowser()

/** Each project gets plugins and instances of its own: they hold what belongs to one server. */
const inChromium = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  plugins: [
    // Solid as in the product: without its checks for developers, and without what replaces a module while one writes
    // it
    solid({ dev: false, hot: false, solid: { moduleName: '/src/ui/page/boot/trusted-templates.ts' } }),
    icons(),
    builtWorkers(),
    freshModules(),
  ],
  define: { __FAILPOINTS__: 'true' },
  worker: { format: 'es' },
  // A dependency that Vite finds late reloads the page in the middle of a test, on a cold cache only.
  optimizeDeps: {
    include: [
      'solid-js',
      'solid-js/web',
      'solid-js/store',
      'zod',
      'zod/mini',
      'zod/v4/locales/en.js',
      'idb',
      'marked',
      'dompurify',
      'temml',
      'mutative',
      '@speed-highlight/core',
      '@cfworker/json-schema',
      'aws4fetch',
      'tldts',
      'uqr',
      '@ai-sdk/anthropic',
      '@ai-sdk/openai',
      '@ai-sdk/openai-compatible',
      '@ai-sdk/provider',
      'fflate',
      'mammoth',
      'read-excel-file/web-worker',
      'pdfjs-dist/legacy/build/pdf.mjs',
      'pdfjs-dist/legacy/build/pdf.worker.mjs',
      '@modelcontextprotocol/client',
      'linkedom/worker',
      '@mozilla/readability',
      'turndown',
      'workbox-window',
      'quickjs-emscripten-core',
      '@jitl/quickjs-wasmfile-release-sync',
      'pyodide',
      'pyodide/pyodide.asm.mjs',
    ],
  },
  test: {
    testTimeout: BUSY,
    hookTimeout: 60_000,
    expect: PATIENT,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      commands: { ...providerCommands, ...storageCommands },
      // an action that cannot be done says why, where the end of the test would not
      provider: playwright({
        actionTimeout: 60_000,
        launchOptions: { ...(executablePath ? { executablePath } : {}), args: launchArgs() },
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 800 },
    },
    ...test,
  },
})

const UI = 'test/browser/ui/**/*.test.{ts,tsx}'

const browser = inChromium({
  name: 'browser',
  include: ['test/browser/**/*.test.{ts,tsx}'],
  exclude: [UI],
  // Each page has a browser context with a storage of its own, so files with one database name run side by side. Most
  // of them mostly wait.
  maxWorkers: 2 * Math.max(2, Math.min(6, availableParallelism())),
})

/**
 * Files share a page, which has the app's code once: alone, each file would load 151 modules first, and up to 700
 * before its end. They begin in the order of their names, so that a run is much like the run before. A test that needs
 * modules of its own is in test/browser/own-page.
 */
const shared = inChromium({
  name: 'ui',
  include: [UI],
  isolate: false,
  // two such pages: while a test waits in one, the other works
  maxWorkers: 2,
  setupFiles: [support('page-as-new.ts')],
  restoreMocks: true,
  unstubGlobals: true,
})
const ui = {
  ...shared,
  plugins: [...(shared.plugins ?? []), pageState(), fileOrder('reflexor:by-name', (file) => file)],
}

/**
 * Files that take longest begin first, where Vitest does not know that from an earlier run: the last to end would have
 * none beside it.
 */
const SLOW = new Set(
  `accessible context crash devices first-visit freeze helpers keyboard late-result lent-keys linked-folder long-task
  mcp-sign-in modules offline provider python sandbox shell tools torn-log trust update`.split(/\s+/),
)

/**
 * The built app in a real Chromium: what needs the build, a kill, the service worker, a content security policy or a
 * second window.
 */
const builtApp = (name: 'e2e' | 'long', testTimeout: number): TestProjectInlineConfiguration => ({
  plugins: [fileOrder('reflexor:slow-first', (file) => (SLOW.has(basename(file, '.test.ts')) ? 0 : 1))],
  test: {
    name,
    environment: 'node',
    include: [`test/${name}/**/*.test.ts`],
    globalSetup: [support('temporary-folder.ts')],
    testTimeout,
    hookTimeout: 120_000,
    expect: PATIENT,
    // Two Chromiums side by side: they mostly wait. With a third, attacks that take all processor time do not end
    // within four minutes.
    maxWorkers: 2,
    // Each lane loads the browser driver, and starts its browser, once for all its files (support/lane-browser.ts).
    isolate: false,
  },
})
/** Browsers are killed and started, providers wait as they said, and a person is patient for a minute at each step. */
const e2e = builtApp('e2e', 120_000)
/**
 * Promises that a cheaper test holds too, attacks and audits (up to 80 s on a busy machine): `npm run test:all` runs
 * them.
 */
const long = builtApp('long', 240_000)

const firefox: TestProjectInlineConfiguration = {
  test: {
    name: 'firefox',
    environment: 'node',
    include: ['test/firefox/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: PATIENT,
  },
}

/** GTK's, which is Safari's engine: found, or installed, by test/webkit/find-webkit.mjs. */
const webkit: TestProjectInlineConfiguration = {
  test: {
    name: 'webkit',
    environment: 'node',
    include: ['test/webkit/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
}

export default defineConfig({ test: { projects: [unit, browser, ui, e2e, long, firefox, webkit] } })
