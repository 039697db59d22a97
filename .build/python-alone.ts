import type { Plugin } from 'vite'

const IMPORT = /\bimport\(/g

/**
 * Removes the code of Pyodide that loads scripts (in Node, or when a caller asks): foreign Python that reached it could
 * use the network.
 */
export function pythonAlone(): Plugin {
  return {
    name: 'reflexor:python-alone',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/pyodide\/pyodide(?:\.asm)?\.mjs$/ },
      handler: (code) => {
        if (!IMPORT.test(code)) throw new Error('Pyodide loads scripts in another way now.')
        return {
          code: code.replaceAll(IMPORT, '(async()=>{throw new Error("Nothing is imported here.")})('),
          map: null,
        }
      },
    },
  }
}
