import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import type { SandboxFile } from '../../../src/sandbox/limits.ts'
import type { FromSandbox, TestReport } from '../../../src/sandbox/messages.ts'
import { machineMemory, runInMachine } from '../../../src/sandbox/virtual-machine.ts'

export type Ran = {
  ending: FromSandbox
  output: string
  value: string
  tests: TestReport | null
  error: string
  files: Record<string, string | null>
}

const MB = 1024 * 1024
const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
const wasmModule = new WebAssembly.Module(readFileSync(file))
/** For code that is to end by itself. In ms. */
const MINUTE = 60_000
export const fileOf = (path: string, content: string | Uint8Array<ArrayBuffer>): SandboxFile => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { path, size: bytes.length, bytes }
}

/**
 * Runs code in a machine of its own, as the worker does; compiled once for all of them. `made`: called while the
 * machine is being made.
 */
export async function runCode(
  code: string,
  options: {
    files?: SandboxFile[]
    path?: string | undefined
    timeLimit?: number
    output?: number
    made?: () => void
  } = {},
): Promise<Ran> {
  const quickJs = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmModule, wasmMemory: machineMemory(64 * MB) }),
  )
  const { made } = options
  if (made !== undefined) {
    const { newRuntime } = quickJs
    quickJs.newRuntime = (...given) => {
      made()
      return newRuntime.apply(quickJs, given)
    }
  }
  const limits = { output: options.output ?? 10_000, fileBytes: MB, changes: 10 }
  let output = ''
  const job = { code, path: options.path, files: options.files ?? [], timeLimit: options.timeLimit ?? MINUTE }
  const ending = await runInMachine(quickJs, job, limits, (text) => {
    output += text
  })
  const changes = ending.type === 'done' ? ending.changes : []
  return {
    ending,
    output,
    value: ending.type === 'done' ? ending.value : '',
    tests: ending.type === 'done' ? ending.tests : null,
    error: ending.type === 'failed' ? ending.error : '',
    files: Object.fromEntries(changes.map(({ path, bytes }) => [path, bytes && new TextDecoder().decode(bytes)])),
  }
}
