import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Packages import the full zod. In a worker they get a separate copy that loads with them. If they shared our
 * `zod/mini`, everything that they use of it would be in the worker's first file.
 */
export function zodOfPackages(): Plugin {
  const COPY = '?of-packages'
  return {
    name: 'reflexor:zod-of-packages',
    apply: 'build',
    enforce: 'pre',
    resolveId: async function (source, importer = '') {
      const inside = importer.endsWith(COPY)
      if (!inside && !(/^zod(?:\/|$)/.test(source) && importer.includes('/node_modules/'))) return null
      const resolved = await this.resolve(source, inside ? importer.slice(0, -COPY.length) : importer, {
        skipSelf: true,
      })
      return resolved === null ? null : { ...resolved, id: resolved.id + COPY }
    },
    load: {
      filter: { id: /\?of-packages$/ },
      handler: (id) => readFileSync(id.slice(0, -COPY.length), 'utf8'),
    },
  }
}
