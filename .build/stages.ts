import { fileURLToPath } from 'node:url'
import { groupsOf, type Stage, type Thread } from './divide.ts'

const stage = (name: string, after: string | null, begins: RegExp): Stage => ({ name, after, begins })

/** The page's stages. Every page loads `frame` right after its first screen. */
const PAGE: Thread = {
  entry: 'ui/page/boot/main.tsx',
  stages: [
    stage('page', null, /^ui\/page\/boot\/main\.tsx$/),
    stage('zh', 'page', /^ui\/base\/words\/zh/),
    stage('formulas', 'formatting', /\/temml\//),
    stage('languages', 'formatting', /\/@speed-highlight\//),
    stage('formatting', 'frame', /^ui\/rendering\/(?!cost\/)/),
    stage('sites', 'frame', /^ui\/conversation\/tool-calls\/registrable-domain/),
    stage(
      'frame',
      'page',
      /^ui\/(page\/welcome|page\/home\/take-shared|settings\/providers\/(ModelPicker|SessionModel|thinking)|page\/home\/NextSession|projects\/ProjectSelect|conversation\/(composer\/(attachments|mode)|voice\/Dictate)|sessions\/(SessionMenu|RenameBox|TagFilter|RecentSessions)|page\/home\/Home\.)/,
    ),
    stage('frame', 'page', /^ui\/(page\/shell\/(NoticeBar|NotRunning)|settings\/data\/IncomingFiles|files\/DropZones)/),
    stage('provider', 'frame', /^ui\/settings\/(providers\/(AddProvider|SignIn|ProviderSignIn)|models\/ModelLack)/),
    stage(
      'looking',
      'conversation',
      /^ui\/(sharing\/(inspector|replay|runs|share\/)|page\/activity|conversation\/context\/ContextDialog)|^protocol\/inspect/,
    ),
    stage(
      'files',
      'conversation',
      /^ui\/(files\/(?!SidePanel|LinkedFolder|FilePreview)|rendering\/cost\/|conversation\/attached\/AttachedDialog)/,
    ),
    stage('finding', 'frame', /^ui\/(conversation\/(commands|transcript\/reveal\.)|sessions\/|page\/home\/)/),
    stage(
      'settings',
      'frame',
      /^ui\/(settings\/([A-Za-z-]+\.|personas|services|session-settings|models)|sharing\/devices)|\/uqr\//,
    ),
    stage('settings', 'frame', /^ui\/settings\/(providers\/(?!ModelPicker)|data\/(Import|Foreign|Export))/),
    stage('cannot-start', 'page', /^ui\/page\/boot\//),
    stage('late', 'frame', /^ui\/(base\/state|settings\/data\/(FaultScreen|CannotWrite)|page\/shell\/Dialogs)/),
    stage('conversation', 'formatting', /^ui\//),
    stage('late', 'frame', /^pwa\//),
    stage('late', 'frame', /./),
  ],
}

/** The tab's worker. `asking`: what every request to a model needs in addition to its provider's adapter. */
const WORKER: Thread = {
  entry: 'worker/start.ts',
  // zod's index names these two modules, but only tools use them to make JSON Schema
  moved: { to: 'asking', test: /zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
  stages: [
    stage('first', null, /^worker\/(start|writer\/writer)\.ts$/),
    stage('openai-compatible', 'asking', /^llm\/openai-compatible/),
    stage('openai', 'asking', /^llm\/openai\./),
    stage('anthropic', 'asking', /^llm\/anthropic/),
    stage('google', 'asking', /^llm\/google/),
    stage('mcp', 'asking', /^(mcp|worker\/mcp)\/|\/(@modelcontextprotocol|jose)\//),
    stage(
      'tools',
      'asking',
      /^(tools\/(?!schema|validate|told)|llm\/demo|worker\/(ports|policy)\/(?!session-prov|session-trust|wire)|storage\/settings)/,
    ),
    stage(
      'services',
      'openai-compatible',
      /^(worker\/requests\/(.*provider|models|services|better-skill)|settings|llm\/openrouter)/,
    ),
    stage('tools', 'asking', /^(worker\/requests\/context|effects\/(request-toolkit|context\/compress))/),
    stage('asking', 'machines', /^(effects|llm|tools|worker\/ports)\//),
    stage('machines', 'first', /^worker\/writer\/(session-machine|commands)|^storage\/restore/),
    stage('sharing', 'machines', /^worker\/(sync|vault|requests\/(devices|vault)|writer\/device-commands)/),
    stage(
      'archive',
      'history',
      /^worker\/(share\/|skills\/|recurring\/|requests\/(archive|backups|skills|recurring)|writer\/schedule-backups)/,
    ),
    stage('patterns', 'asking', /\/re2js\//),
    stage('history', 'machines', /./),
  ],
}

const SHELL = fileURLToPath(new URL('../src/tools/shell/thread/shell-worker.ts', import.meta.url))

const SANDBOX = fileURLToPath(new URL('../src/sandbox/quickjs-worker.ts', import.meta.url))
/** Always needed: the machine, and modules that the late part needs, too. */
const FIRST_OF_SANDBOX = /\/(?:quickjs-emscripten-core|@jitl)\/|\/sandbox\/modules\/resolve\.|rolldown\/runtime/
/** The TypeScript compiler and the libraries for the model's code, imported as text (`?raw`). */
const LATE_OF_SANDBOX = /\/sucrase\/|\/sandbox\/modules\/(?:compile|shelf|common-js)\.|\?raw$/
/** A library that is loaded when code names it. */
const CHARTS = /\/sandbox\/modules\/charts\.|\/echarts\//
type OneBuild = { getModuleInfo: (id: string) => object | null }
const inSandbox =
  (name: string, test: RegExp) =>
  (id: string, modules: OneBuild): string | null =>
    test.test(id) && modules.getModuleInfo(SANDBOX) !== null ? name : null

const PAGE_MAKER = fileURLToPath(new URL('../src/sandbox/pages/page-worker.ts', import.meta.url))

const WRITER = fileURLToPath(new URL('../src/documents/write/write-worker.ts', import.meta.url))
/** Each kind of document has one part: its library and what writes it. */
const KINDS_OF_DOCUMENTS: [string, RegExp][] = [
  ['pdf-writer', /\/pdfmake\/|\/write\/write-pdf/],
  ['docx', /\/docx\/|\/write\/write-docx/],
  ['pptx', /\/(?:pptxgenjs|jszip)\/|\/write\/(?:write-pptx|slides)/],
  ['xlsx', /\/(?:write-excel-file|papaparse)\/|\/write\/(?:write-xlsx|cells)/],
]
const inWriter = (id: string, modules: OneBuild): string | null =>
  id === WRITER || modules.getModuleInfo(WRITER) === null
    ? null
    : (KINDS_OF_DOCUMENTS.find(([, test]) => test.test(id))?.[0] ?? (/rolldown\/runtime/.test(id) ? 'write' : null))

export const PAGE_GROUPS = groupsOf(PAGE)
export const WORKER_GROUPS = [
  // another thread: the sandbox's libraries import each other late and are always needed together
  { name: inSandbox('quickjs', FIRST_OF_SANDBOX) },
  // cached at first use (.build/service-worker.ts)
  { name: 'charts', test: CHARTS },
  { name: inSandbox('modules', LATE_OF_SANDBOX) },
  { name: 'python', test: /\/pyodide\/pyodide(\.asm)?\.mjs|\/sandbox\/python\/(load-python|bounded-memory)/ },
  // all of the shell's thread except its entry, which stays small so that it gets its policy early
  {
    name: (id: string, modules: OneBuild): string | null =>
      id !== SHELL && modules.getModuleInfo(SHELL) !== null ? 'shell' : null,
  },
  // as the shell's
  {
    name: (id: string, modules: OneBuild): string | null =>
      id !== PAGE_MAKER && modules.getModuleInfo(PAGE_MAKER) !== null ? 'pages' : null,
  },
  { name: inWriter },
  ...groupsOf(WORKER),
]
