import type { Plugin } from 'vite'

/** Of Sucrase, what our fixed options never reach. Its parts of CommonJS would give the sandbox a helper file more. */
const UNUSED: Record<string, string> = {
  Options: 'export function validateOptions() {}',
  computeSourceMap: 'export default function computeSourceMap() { throw new Error("There are no source maps here.") }',
  'util/formatTokens': 'export default function formatTokens() { throw new Error("Tokens are not listed here.") }',
}

/** Takes from the compiler of the model's code what it does not need. */
export function compilerAlone(): Plugin {
  return {
    name: 'reflexor:compiler-alone',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/sucrase\/dist\/esm\/(?:Options|computeSourceMap|util\/formatTokens)\.js$/ },
      handler: (id) => UNUSED[/\/esm\/(.*)\.js$/.exec(id)?.[1] ?? ''] ?? null,
    },
  }
}
