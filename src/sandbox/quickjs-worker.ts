import variant from '@jitl/quickjs-wasmfile-release-sync'
import wasmUrl from '@jitl/quickjs-wasmfile-release-sync/wasm?url'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import { disarm } from './disarm.ts'
import { MAX_CHANGES, MAX_FILE_BYTES, MAX_OUTPUT, type SandboxJob } from './limits.ts'
import type { FromSandbox } from './messages.ts'
import { machineMemory, runInMachine } from './virtual-machine.ts'

/** The sandbox's thread: only wiring. One job, one answer; then its owner ends it. */
const MEMORY = 256 * 1024 * 1024
const LIMITS = {
  output: MAX_OUTPUT,
  fileBytes: MAX_FILE_BYTES,
  changes: MAX_CHANGES,
}

const post = (message: FromSandbox): void => self.postMessage(message)

self.onmessage = async ({ data }: MessageEvent<SandboxJob>): Promise<void> => {
  self.onmessage = null
  const given = { wasmLocation: wasmUrl, wasmMemory: machineMemory(MEMORY) }
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, given))
  const armed = disarm(self)
  if (armed.length > 0) return post({ type: 'failed', error: `The sandbox could not give up: ${armed.join(', ')}.` })
  post({ type: 'started' })
  post(await runInMachine(quickJs, data, LIMITS, (text) => post({ type: 'output', text })))
}
