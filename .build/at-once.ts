import type { Plugin } from 'vite'

/**
 * Makes the worker's entry script request everything that its first part imports (the bundler's helpers, too) at once.
 */
export function atOnce(): Plugin {
  return {
    name: 'reflexor:at-once',
    apply: 'build',
    generateBundle: (_, bundle) => {
      for (const own of Object.values(bundle)) {
        if (own.type !== 'chunk' || own.name !== 'main') continue
        const next = own.dynamicImports.flatMap((file) => {
          const part = bundle[file]
          return part?.type === 'chunk' ? part.imports : []
        })
        for (const file of new Set(next)) own.code = `import("./${file.split('/').at(-1)}").catch(()=>{});${own.code}`
      }
    },
  }
}
