import type { Plugin } from 'vite'

const IMPORT = /\bimport\(/g

/**
 * Takes from Pyodide's code what loads scripts (it does so in Node, and on a caller's word): a stranger's Python that came as far as that code
 * would reach the network with it.
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
