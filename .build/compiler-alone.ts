import type { Plugin } from 'vite'

/** Parts of Sucrase that our fixed options never reach. Its CommonJS parts would add a helper file to the sandbox. */
const UNUSED: Record<string, string> = {
  Options: 'export function validateOptions() {}',
  computeSourceMap: 'export default function computeSourceMap() { throw new Error("There are no source maps here.") }',
  'util/formatTokens': 'export default function formatTokens() { throw new Error("Tokens are not listed here.") }',
}

/** Removes what we don't need from Sucrase, the compiler of the model's code. */
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
