import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, defineConfig, type Plugin } from 'vite'
import solid from 'vite-plugin-solid'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { icons } from './build/icons.ts'
import { serviceWorker } from './build/service-worker.ts'

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

/** What the part that the worker's own script loads imports (the bundler's helpers) is asked for with it, and not when that one has come. */
function atOnce(): Plugin {
  return {
    name: 'reflexor:at-once',
    apply: 'build',
    generateBundle: (_, bundle) => {
      for (const own of Object.values(bundle)) {
        if (own.type !== 'chunk' || own.name !== 'main') continue
        const next = own.dynamicImports.flatMap((file) => {
          const part = bundle[file]
          return part?.type === 'chunk' ? part.imports : []
        })
        for (const file of new Set(next)) own.code = `import("./${file.split('/').at(-1)}").catch(()=>{});${own.code}`
      }
    },
  }
}

/**
 * Solid's `Dynamic` knows all elements of SVG by name, 0.3 kB of the first load. Nobody asks it for one: the list of rows asks for `div`, and this
 * app's own pass components.
 */
function noDynamicSvg(): Plugin {
  return {
    name: 'reflexor:no-dynamic-svg',
    apply: 'build',
    transform: {
      filter: { id: /\/solid-js\/web\/dist\/web\.js/ },
      handler: (code) => {
        const without = code.replace(/(?<=const SVGElements = \/\*#__PURE__\*\/new Set\()\[[^\]]*\]/, '')
        if (without === code) throw new Error('The elements of SVG stand elsewhere in Solid.')
        return without
      },
    },
  }
}

/**
 * Puts into the built page what would otherwise be fetched before anything is seen or begun, and its hashes into the page's policy: the
 * styles, and src/ui/boot/early-worker.ts before them, so that the worker starts a tenth of a second sooner than from the page's own code.
 */
function inThePage(failpoints: boolean): Plugin {
  const entry = fileURLToPath(new URL('./src/ui/boot/early-worker.ts', import.meta.url))
  const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return {
    name: 'reflexor:in-the-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: async (_, bundle) => {
        const page = bundle['index.html']
        const workers = Object.keys(bundle).filter((name) => /^assets\/worker-[^/]+\.js$/.test(name))
        if (page?.type !== 'asset' || workers.length !== 1)
          throw new Error(`One page and one worker are expected, not ${workers.join(', ')}`)
        const [worker = ''] = workers
        const built = await build({
          configFile: false,
          logLevel: 'error',
          define: {
            __FAILPOINTS__: String(failpoints),
            __WORKER_URL__: JSON.stringify(`./${worker}`),
          },
          build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'early' } },
        })
        const early = [built].flat().flatMap((result) => ('output' in result ? result.output : []))[0]
        if (early?.type !== 'chunk') throw new Error('The early worker was not built.')
        const code = early.code.trim()
        const html = String(page.source)
        const link = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/.exec(html)
        const sheet = bundle[link?.[1] ?? '']
        if (link === null || sheet?.type !== 'asset') throw new Error('The styles of the page were not built.')
        // addresses in it were said from where its file stood
        const styles = String(sheet.source).trim().replaceAll('url(./', 'url(./assets/')
        delete bundle[sheet.fileName]
        // late parts name what they need: who has the page has its styles
        const [, script] = /<script type="module"[^>]* src="\.\/assets\/([^"]+)">/.exec(html) ?? []
        if (script === undefined) throw new Error('The page has no script.')
        const [file] = sheet.fileName.split('/').slice(-1)
        // V8 then compiles all of it on a thread of its own while it comes, not each function when it is first called
        const first = bundle[`assets/${script}`]
        if (first?.type === 'chunk') first.code = `//# allFunctionsCalledOnLoad\n${first.code}`
        for (const part of Object.values(bundle))
          if (part.type === 'chunk') part.code = part.code.replaceAll(`"./${file}"`, `"./${script}"`)
        const policy = /<meta\s+http-equiv="Content-Security-Policy"[^>]*>/
        page.source = html
          .replace(link[0], () => `<style>${styles}</style>`)
          .replace(
            policy,
            (meta) =>
              `${meta
                .replace("script-src 'self'", `script-src 'self' ${hashOf(code)}`)
                .replace("style-src 'self'", `style-src 'self' ${hashOf(styles)}`)}\n    <script>${code}</script>`,
          )
      },
    },
  }
}

/** Test projects have a file of their own, loaded by Vitest alone: building and serving need neither it nor a browser. */
function testProject(
  name: 'unit' | 'browser' | 'e2e' | 'firefox' | 'webkit',
): () => Promise<TestProjectInlineConfiguration> {
  return async () => (await import('./test/vitest.config.ts')).projects[name]
}

/** Schemas as JSON Schema, and the words of what is wrong: zod's index names both, so they can be reached at once, but only what comes later uses them. */
const LATE_ZOD = /zod\/v4\/(?:core\/(?:json-schema-processors|to-json-schema)|locales\/[\w-]+)\.js$/

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
        const info = first.has(from) || LATE_ZOD.test(from) ? null : modules.getModuleInfo(from)
        if (info === null) return
        first.add(from)
        for (const next of info.importedIds) reach(next)
      }
      for (const entry of entries) reach(entry)
    }
    return first.has(id) ? name : null
  }
}

/** Everything that these files reach by static imports. `first`: without what is loaded first. */
function reached(file: string, modules: Modules, isFirst: (id: string) => boolean): Set<string> {
  const found = new Set<string>()
  const reach = (from: string): void => {
    const info = found.has(from) || isFirst(from) ? null : modules.getModuleInfo(from)
    if (info === null) return
    found.add(from)
    for (const next of info.importedIds) reach(next)
  }
  reach(fileURLToPath(new URL(`./src/${file}`, import.meta.url)))
  return found
}

/**
 * What comes late to a worker, and then together: one file each, so that nothing of it is fetched only when a part of it has come.
 * `needed`: all that an asking needs beside the provider's adapter (worker/ports/asking-code.ts), and what several adapters share.
 */
function makeAsking(isFirst: ReturnType<typeof makeFirst>): ReturnType<typeof makeFirst> {
  const parts = [
    'effects/prepare-calls.ts',
    'effects/scrub-parts.ts',
    'tools/schema.ts',
    'effects/context/build-request.ts',
    'effects/context/refused-senses.ts',
    'effects/asked-again.ts',
    'worker/ports/session-provenance.ts',
    'llm/catalogue.ts',
  ]
  const adapters = ['openai-compatible', 'openai', 'anthropic', 'google'].map((name) => `llm/${name}.ts`)
  let asking: Set<string> | null = null
  return (id, modules) => {
    // each worker is a build of its own
    if (modules.getModuleInfo(fileURLToPath(new URL(`./src/${parts[0]}`, import.meta.url))) === null) return null
    const first = (one: string): boolean => isFirst(one, modules) !== null
    if (asking === null) {
      const reaches = adapters.map((file) => reached(file, modules, first))
      const shared = reaches.flatMap((some, n) =>
        [...some].filter((one) => reaches.some((other, m) => m > n && other.has(one))),
      )
      asking = new Set([...parts.flatMap((file) => [...reached(file, modules, first)]), ...shared])
    }
    return asking.has(id) ? 'asking' : null
  }
}

const pageFirst = makeFirst('page', ['ui/boot/main.tsx'])
// the writer's part too
const workerFirst = makeFirst('first', ['worker/start.ts', 'worker/writer/writer.ts'])

/**
 * The small things that several late parts of the page share (icons, fields, their styles), as one file. Each by itself would be one more
 * request before such a part is there, and one more name in the first load.
 */
function sharedParts(isFirst: ReturnType<typeof makeFirst>) {
  const small = /\/src\/(?:ui\/(?!files\/artifacts|rendering)|agent\/|protocol\/|search\/|settings\/)|~icons\/lucide\//
  return {
    name: (id: string, modules: Modules): string | null =>
      small.test(id) && isFirst(id, modules) === null ? 'shared' : null,
    minShareCount: 2,
    maxModuleSize: 2200,
    // what they need themselves stays where it is: with them would come much that few parts use
    includeDependenciesRecursively: false,
  }
}

/**
 * What is small and comes late, as one file: the languages that code is coloured in, and the styles of all late parts. Each file is 5 ms of work when
 * the service worker is installed, and these were sixty (2.4 s of processor time for a first visit with them, 2.1 without, 0.7 without the worker).
 */
const together = (isFirst: ReturnType<typeof makeFirst>) => [
  { name: 'languages', test: /\/@speed-highlight\/core\/dist\/languages\// },
  {
    name: (id: string, modules: Modules): string | null =>
      /\/src\/ui\/.*\.css$/.test(id) && isFirst(id, modules) === null ? 'late' : null,
  },
]

/**
 * What every page fetches when it stands, what a conversation shows as soon as it is opened, and how its text is formatted: one file each. They
 * were forty, of which most came just while the worker restores the session. Who is new here needs the first alone.
 */
const FRAME = [
  'shell/NoticeBar.tsx',
  'data/IncomingFiles.tsx',
  'files/DropZones.tsx',
  'sessions/SessionMenu.tsx',
  'sessions/RenameBox.tsx',
  'tool-calls/tool-words.ts',
  'sessions/TagFilter.tsx',
].map((file) => `ui/${file}`)
const CONVERSATION = [
  'shell/SessionTools.tsx',
  'shell/DeadEnd.tsx',
  'shell/NotAlive.tsx',
  'vault/LockedBanner.tsx',
  'providers/ModelPicker.tsx',
  'data/FaultBanner.tsx',
  'transcript/TranscriptTools.tsx',
  'transcript/LinesBefore.tsx',
  'transcript/Thinking.tsx',
  'transcript/RunBanner.tsx',
  'transcript/RetryLine.tsx',
  'transcript/PlainRow.tsx',
  'transcript/ShowWhole.tsx',
  'context/CompressingNote.tsx',
  'attached/AttachedView.tsx',
  'away/AwayRow.tsx',
  'branches/BranchNote.tsx',
  'branches/MessageActions.tsx',
  'usage/AnswerUsage.tsx',
  'tool-calls/ToolCard.tsx',
  'tool-calls/ToolTitle.tsx',
  'tool-calls/ToolResultView.tsx',
  'tool-calls/ComingToolCall.tsx',
  'tool-calls/StepsLine.tsx',
  'composer/DeliveryChoice.tsx',
  'composer/QueuedMessages.tsx',
  'composer/UnsentWords.tsx',
  'composer/attachments/Attachments.tsx',
  'voice/Dictate.tsx',
  'files/SidePanel.tsx',
  'files/FilePreview.tsx',
  'files/LinkedFolder.tsx',
  'composer/completing/Completion.tsx',
].map((file) => `ui/${file}`)
const FORMATTING = ['ui/rendering/markdown.ts', 'ui/rendering/code-block.ts']

/** All that these files reach and none of the groups before has. */
function makeLate(name: string, files: string[], ...before: ReturnType<typeof makeFirst>[]) {
  let all: Set<string> | null = null
  return (id: string, modules: Modules): string | null => {
    const isEarlier = (one: string): boolean => before.some((group) => group(one, modules) !== null)
    all ??= new Set(files.flatMap((file) => [...reached(file, modules, isEarlier)]))
    return all.has(id) ? name : null
  }
}

/** A hash of 36 bits tells versions apart; a hundred such names stand in the page's first load, where nothing compresses them. */
const NAMES = {
  hashCharacters: 'base36' as const,
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

/** File names of the threads' scripts: the service worker (`sandbox-…`: no network but our own files) and the size check know them by these. */
const THREADS: Record<string, string> = {
  main: 'worker',
  'quickjs-worker': 'sandbox',
  'pdf-worker': 'sandbox-pdf',
  'pdf-parser': 'sandbox-pdf-parser',
  'documents-worker': 'sandbox-documents',
}

const frame = makeLate('frame', FRAME, pageFirst)
const formatting = makeLate('formatting', FORMATTING, pageFirst, frame)
const conversation = makeLate('conversation', CONVERSATION, pageFirst, frame, formatting)

/** Mode `test` is the production configuration plus failpoints and test tools, built beside it. */
export default defineConfig(({ mode }) => ({
  // relative, so that the built site can be hosted under any path
  base: './',
  plugins: process.env['VITEST']
    ? []
    : [
        // Solid's templates go through a Trusted Types policy
        solid({ solid: { moduleName: '/src/ui/boot/trusted-templates.ts' } }),
        icons(),
        noDynamicSvg(),
        withoutPolicyInDevelopment(),
        inThePage(mode === 'test'),
        serviceWorker(),
      ],
  define: { __FAILPOINTS__: JSON.stringify(mode === 'test') },
  build: {
    target: 'es2022',
    outDir: mode === 'test' ? 'dist-test' : 'dist',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        ...NAMES,
        codeSplitting: {
          groups: [
            { name: pageFirst },
            ...together(pageFirst),
            sharedParts(pageFirst),
            { name: frame },
            { name: formatting },
            { name: conversation },
          ],
        },
      },
    },
  },
  // without 'es' Vite silently inlines every import() of a worker
  worker: {
    format: 'es',
    plugins: () => [zodOfPackages(), atOnce()],
    // the service worker tells the two threads apart by their names
    rolldownOptions: {
      output: {
        ...NAMES,
        entryFileNames: ({ name }) => `assets/${THREADS[name] ?? name}-[hash:7].js`,
        // what a thread imports is no thread's own script, and is kept as it came (src/pwa/kept-files.ts)
        chunkFileNames: 'assets/part-[name]-[hash:7].js',
        codeSplitting: { groups: [{ name: workerFirst }, { name: makeAsking(workerFirst) }] },
      },
    },
  },
  server: { host: 'localhost', port: 5173 },
  // another port would be another origin, with an empty database
  preview: { host: 'localhost', port: 4173, strictPort: true },
  test: { projects: (['unit', 'browser', 'e2e', 'firefox', 'webkit'] as const).map((name) => testProject(name)) },
}))
