import { loadPyodide, type PyodideAPI } from 'pyodide'
import createPyodideModule from 'pyodide/pyodide.asm.mjs'
import wasmUrl from 'pyodide/pyodide.asm.wasm?url'
import libraryUrl from 'pyodide/python_stdlib.zip?url'
import { boundMemory } from './bounded-memory.ts'
import { PYTHON_MEMORY, type Wheel } from './limits.ts'

export type Python = PyodideAPI

/** A base address where nothing exists: files that Pyodide requests there have to be passed in. */
const NOWHERE = 'https://nowhere.invalid/'

/**
 * Loads Python and these packages. From the network it reads only files of the app; wheels were passed in. `print` gets
 * the output in pieces.
 */
export async function loadPython(
  { lock, packages, wheels }: { lock: string; packages: readonly string[]; wheels: readonly Wheel[] },
  print: (text: string) => void,
): Promise<Python> {
  const [wasm, library] = await Promise.all([fileOfApp(wasmUrl), fileOfApp(libraryUrl)])
  boundMemory(wasm, PYTHON_MEMORY)
  const given = new Map<string, Uint8Array<ArrayBuffer>>([
    ['pyodide.asm.wasm', wasm],
    ['python_stdlib.zip', library],
    ...wheels.map(({ fileName, bytes }) => [fileName, bytes] as const),
  ])
  // Pyodide and its package loader use the global fetch
  globalThis.fetch = async (asked) => {
    const address = asked instanceof Request ? asked.url : String(asked)
    const bytes = given.get(decodeURIComponent(address.split('/').at(-1) ?? ''))
    if (bytes === undefined) throw new TypeError(`${address} was not handed in.`)
    return new Response(bytes, { headers: { 'content-type': 'application/wasm' } })
  }
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    lockFileContents: lock,
    env: { HOME: '/work', PYTHONDONTWRITEBYTECODE: '1' },
    // what `import js` would provide
    jsglobals: {},
  })
  const decoder = new TextDecoder()
  const write = (bytes: Uint8Array): number => {
    print(decoder.decode(bytes, { stream: true }))
    return bytes.length
  }
  python.setStdout({ write, isatty: false })
  python.setStderr({ write, isatty: false })
  python.setStdin({ error: true })
  if (packages.length > 0) await python.loadPackage([...packages], { messageCallback: () => {}, checkIntegrity: false })
  return python
}

async function fileOfApp(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(url, import.meta.url))
  if (!response.ok) throw new Error(`A file of Python could not be loaded (${response.status}).`)
  return new Uint8Array(await response.arrayBuffer())
}
