import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { type FileStore, makeFileStore } from './file-store.ts'
import { tests } from './inside/tests.ts'
import { web } from './inside/web.ts'
import { MAX_FAILURES, MAX_TEST_NAME, MAX_VALUE, type SandboxFile, type SandboxJob } from './limits.ts'
import type { SandboxEnding, TestReport } from './messages.ts'
import { loadModules, type ModuleParts } from './modules/load-modules.ts'
import { makeOutput } from './output.ts'
import { prelude } from './prelude.ts'
import { intlHost, queryPairs, queryText, urlParts } from './web-host.ts'

export type MachineLimits = { output: number; fileBytes: number; changes: number }

/**
 * Bytes of stack as QuickJS counts them: about 1,400 nested calls. With more, the browser's own stack overflows first,
 * which is caught here, too, but the code could not catch it.
 */
const STACK = 256 * 1024
/** QuickJS's flag, which its wrapper does not name: top-level `await`, and a promise of `{ value }` as the result. */
const EVAL_ASYNC = 1 << 7
/** Only checks whether the code can be parsed. */
const EVAL_COMPILE_ONLY = 1 << 5
const JOBS_AT_ONCE = 1000
const TIMEOUT = 'The code took too long and was stopped.'

/** Initial memory of QuickJS, in WebAssembly pages. */
const FIRST_PAGES = 256
const PAGE = 64 * 1024
const NO_MEMORY = 'There is no room for this in the memory of the sandbox (out of memory).'

/**
 * All memory of a machine, for its QuickJS: the code's own and what the host passes in. QuickJS's own limit
 * (`setMemoryLimit`) does not work in WebAssembly: it refuses a single larger block, but lets any number of small
 * blocks grow to 2 GB.
 */
export const machineMemory = (bytes: number): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: bytes / PAGE })

/**
 * Runs one piece of code to its end, in a fresh QuickJS; never rejects. The machine is not torn down afterwards: the
 * worker ends with the run, and tearing down an interrupted machine aborts (an assertion about live objects).
 */
export async function runInMachine(
  quickJs: QuickJSWASMModule,
  job: SandboxJob,
  limits: MachineLimits,
  say: (text: string) => void,
): Promise<SandboxEnding> {
  const time = { over: Number.POSITIVE_INFINITY }
  const output = makeOutput(limits.output, say)
  try {
    const files = makeFileStore(job.files, { bytes: limits.fileBytes, changes: limits.changes })
    const ending = await evaluate(quickJs, job, { time, files, print: output.print })
    // the code may have broken the built-ins that the prelude cuts text with
    const text = ending.text.slice(0, MAX_VALUE)
    if (!ending.ok) return { type: 'failed', error: text }
    return { type: 'done', value: text, tests: reportIn(ending.tested), changes: files.changes() }
  } catch (error) {
    if (Date.now() > time.over) return { type: 'failed', error: TIMEOUT }
    // the browser's stack overflowed, or WebAssembly got no memory: the machine is broken, this worker ends
    const deep = error instanceof RangeError
    return {
      type: 'failed',
      error: deep ? 'The code nests too deeply (stack overflow).' : `The sandbox broke: ${error}`,
    }
  } finally {
    output.flush()
  }
}

type Ended = { ok: true; text: string; tested: string } | { ok: false; text: string }

/** The reader checks that it is a report: the code may have written it. */
function reportIn(json: string): TestReport | null {
  try {
    return json === '' ? null : JSON.parse(json)
  } catch {
    // the code broke what writes the report
    return null
  }
}

/**
 * `time`: when the code's time is over, in ms; it starts with the code, since a busy computer may need a while to get
 * ready.
 */
type Surroundings = { time: { over: number }; files: FileStore; print: (text: string) => void }

async function evaluate(
  quickJs: QuickJSWASMModule,
  { code, path = 'code.js', timeLimit, files: given }: SandboxJob,
  { time, files, print }: Surroundings,
): Promise<Ended> {
  const runtime = quickJs.newRuntime()
  runtime.setMaxStackSize(STACK)
  runtime.setInterruptHandler(() => Date.now() > time.over)
  const context = runtime.newContext()
  const call = installPrelude(context, files, print)
  const prepared = await prepare(context, code, path, given)
  if ('problem' in prepared) return { ok: false, text: prepared.problem }
  loadModules(runtime, files, prepared.parts)
  const failure = (error: QuickJSHandle): { ok: false; text: string } => {
    if (Date.now() > time.over) return { ok: false, text: TIMEOUT }
    const described = call('describe', error)
    return {
      ok: false,
      text: described === null ? 'The code failed, and so did its error.' : context.getString(described),
    }
  }

  time.over = Date.now() + timeLimit
  const evaluated = context.evalCode(prepared.code, path, EVAL_ASYNC)
  if (evaluated.error) return failure(evaluated.error)
  call('watch', evaluated.value)
  for (;;) {
    const jobs = runtime.executePendingJobs(JOBS_AT_ONCE)
    if (jobs.error) return failure(jobs.error)
    if (Date.now() > time.over) return { ok: false, text: TIMEOUT }
    const outcome = call('outcome')
    const text = outcome === null ? '-The code broke its own promise.' : context.getString(outcome)
    if (text.startsWith('+')) {
      const tested = call('tested')
      return { ok: true, text: text.slice(1), tested: tested === null ? '' : context.getString(tested) }
    }
    if (text !== '') return { ok: false, text: text.slice(1) }
    if (jobs.value > 0 || runtime.hasPendingJob()) continue
    const due = call('due')
    const wait = due === null ? -1 : context.getNumber(due)
    if (wait < 0) return { ok: false, text: 'The code waits for a promise that nothing will settle.' }
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait, Math.max(0, time.over - Date.now()))))
    const fired = call('fire')
    if (fired === null) return { ok: false, text: Date.now() > time.over ? TIMEOUT : 'A timer of the code failed.' }
  }
}

/** The code seems to use modules or TypeScript. */
const MODULAR = /\b(?:import|export)\b/

const SCRIPT = /\.[cm]?[jt]sx?$/
const scriptsIn = (files: readonly SandboxFile[]): string[] =>
  files.flatMap(({ path, bytes }) => (bytes !== null && SCRIPT.test(path) ? [new TextDecoder().decode(bytes)] : []))

/** Compiles the code if plain JavaScript does not accept it, and loads the parts that it needs. */
async function prepare(
  context: QuickJSContext,
  code: string,
  path: string,
  files: readonly SandboxFile[],
): Promise<{ code: string; parts: ModuleParts } | { problem: string }> {
  const parts: ModuleParts = { compileModule: null, sourceOf: null }
  const plain = context.evalCode(code, path, EVAL_ASYNC | EVAL_COMPILE_ONLY)
  const isPlain = plain.error === undefined
  plain.dispose()
  if (isPlain && !MODULAR.test(code)) return { code, parts }
  const [{ compileMain, compileModule }, { sourceOf, stock }] = await Promise.all([
    import('./modules/compile.ts'),
    import('./modules/shelf.ts'),
  ])
  Object.assign(parts, { compileModule, sourceOf })
  await stock([code, ...scriptsIn(files)])
  if (isPlain) return { code, parts }
  try {
    const compiled = compileMain(code, path)
    const imports = compiled.imports.map((name) => `[${JSON.stringify(name)},()=>import(${JSON.stringify(name)})]`)
    return { code: `const {exports,require}=await globalThis.__begin([${imports}]);${compiled.code}`, parts }
  } catch (error) {
    // QuickJS gives better errors for code that is none of these
    if (!MODULAR.test(code)) return { code, parts }
    return { problem: `SyntaxError: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Installs the prelude. The returned function calls a part of it; null if that threw. */
function installPrelude(
  context: QuickJSContext,
  files: FileStore,
  print: (text: string) => void,
): (name: string, ...args: QuickJSHandle[]) => QuickJSHandle | null {
  const host = context.newObject()
  const empty = context.newString('')
  const hold = context.unwrapResult(context.evalCode('((Buffer) => (size) => void new Buffer(size))(ArrayBuffer)'))
  // QuickJS's wrapper does not check whether it got memory: it would write at address 0, and so could the code
  const needRoom = (size: number): void => {
    const held = context.newNumber(size + 1024).consume((bytes) => context.callFunction(hold, context.undefined, bytes))
    held.dispose()
    if (held.error) throw new RangeError(NO_MEMORY)
  }
  const text = (handle: QuickJSHandle | undefined): string => {
    if (handle === undefined || context.typeof(handle) !== 'string') throw new TypeError('Text is needed.')
    const words = context.getString(handle)
    // '' is also the result for a text that did not fit into memory
    if (words === '' && !context.eq(handle, empty)) throw new RangeError(NO_MEMORY)
    return words
  }
  const bytes = (handle: QuickJSHandle | undefined): Uint8Array<ArrayBuffer> => {
    if (handle === undefined) throw new TypeError('Bytes are needed.')
    // a copy: the original is in the machine's memory
    return context.getArrayBuffer(handle).consume(({ value }) => new Uint8Array(value))
  }
  const buffer = (value: Uint8Array<ArrayBuffer>): QuickJSHandle => {
    needRoom(value.byteLength)
    return context.newArrayBuffer(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength))
  }
  const string = (words: string): QuickJSHandle => {
    needRoom(new TextEncoder().encode(words).byteLength)
    return context.newString(words)
  }
  const intl = intlHost()
  const functions: Record<string, (...args: (QuickJSHandle | undefined)[]) => QuickJSHandle | undefined> = {
    print: (words) => void print(text(words)),
    list: () => string(files.list()),
    text: (path) => string(files.text(text(path))),
    bytes: (path) => buffer(files.bytes(text(path))),
    writeText: (path, words) => void files.write(text(path), new TextEncoder().encode(text(words))),
    writeBytes: (path, data) => void files.write(text(path), bytes(data)),
    remove: (path) => void files.remove(text(path)),
    encode: (words) => buffer(new TextEncoder().encode(text(words))),
    decode: (data) => {
      const words = new TextDecoder().decode(bytes(data))
      if (words.includes('\0')) throw new TypeError('The bytes hold a NUL: they are not text.')
      return string(words)
    },
    now: () => context.newNumber(Date.now()),
    url: (address, base, part, value) => string(urlParts(text(address), text(base), text(part), text(value))),
    query: (words) => string(queryPairs(text(words))),
    queryText: (pairs) => string(queryText(text(pairs))),
    random: (size) => buffer(crypto.getRandomValues(new Uint8Array(Math.min(65536, context.getNumber(size ?? empty))))),
    intl: (kind, locales, options, method, args) =>
      string(intl(text(kind), text(locales), text(options), text(method), text(args))),
  }
  for (const [name, run] of Object.entries(functions)) {
    const made = context.newFunction(name, (...args) => run(...args))
    context.setProp(host, name, made)
  }
  const made = context.unwrapResult(context.evalCode(`(${String(prelude)})`, 'prelude.js'))
  const api = context.unwrapResult(context.callFunction(made, context.undefined, host))
  const install = context.unwrapResult(
    context.evalCode(
      `((host, api) => { (${String(web)})(host); api.testWith((${String(tests)})({ print: host.print, show: api.show, describe: api.describe, mostFailures: ${MAX_FAILURES}, mostName: ${MAX_TEST_NAME} }));
        Object.defineProperty(globalThis, '__begin', { value: api.begin, enumerable: false }) })`,
      'prelude.js',
    ),
  )
  context.unwrapResult(context.callFunction(install, context.undefined, host, api)).dispose()
  const parts = new Map(
    ['watch', 'outcome', 'tested', 'due', 'fire', 'describe'].map(
      (name) => [name, context.getProp(api, name)] as const,
    ),
  )
  return (name, ...args) => {
    const part = parts.get(name)
    if (part === undefined) return null
    const result = context.callFunction(part, context.undefined, ...args)
    return result.error ? null : result.value
  }
}
