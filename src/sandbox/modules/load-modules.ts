import type { QuickJSRuntime } from 'quickjs-emscripten-core'
import type { FileStore } from '../file-store.ts'
import { isOnShelf, onShelf, PROBLEM, resolve } from './resolve.ts'

/** Parts of the sandbox, loaded when code first needs them. */
export type ModuleParts = {
  compileModule: ((code: string, path: string) => string) | null
  sourceOf: ((library: string) => string) | null
}

/** Most bytes of one workspace module, and of all that one run loads. */
const LARGEST = 5 * 1024 * 1024
const MOST = 20 * 1024 * 1024

/** Lets code import workspace modules and built-in libraries. A module's error is thrown where it is imported. */
export function loadModules(runtime: QuickJSRuntime, files: FileStore, parts: ModuleParts): void {
  let loaded = 0
  const load = (name: string): string => {
    if (name.startsWith(PROBLEM)) throw new Error(name.slice(PROBLEM.length))
    if (isOnShelf(name)) {
      if (parts.sourceOf === null) throw new Error(`The library "${onShelf(name)}" was not loaded.`)
      return parts.sourceOf(onShelf(name))
    }
    const code = files.text(name)
    loaded += code.length
    if (code.length > LARGEST) throw new Error(`The module "${name}" is larger than ${LARGEST / 1024 / 1024} MB.`)
    if (loaded > MOST) throw new Error(`More than ${MOST / 1024 / 1024} MB of modules are imported.`)
    if (name.endsWith('.json')) return `export default ${JSON.stringify(JSON.parse(code))}`
    if (/\.(?:m?ts|[jt]sx)$/.test(name)) {
      if (parts.compileModule === null) throw new Error(`"${name}" cannot be compiled: its compiler was not loaded.`)
      return parts.compileModule(code, name)
    }
    if (/\.m?js$/.test(name)) return code
    throw new Error(`"${name}" is no module. Read it with readFile(path).`)
  }
  const tried = (run: () => string): string | { error: Error } => {
    try {
      return run()
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) }
    }
  }
  runtime.setModuleLoader(
    (name) => tried(() => load(name)),
    (from, wanted) => {
      const found = tried(() => resolve(from, wanted, files.has))
      return typeof found === 'string' ? found : PROBLEM + found.error.message
    },
  )
}
