import type { Plugin } from 'vite'

/** The worker's own script asks for all that its first part imports (the bundler's helpers), not only for that part. */
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
