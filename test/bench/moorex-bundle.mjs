import { build } from 'vite'

const entry = 'virtual:entry.ts'

/**
 * Bundles TypeScript source text, as if it stood in a file of the folder `importer` points into, and imports the
 * result: Node 20 runs no TypeScript. Bundled for production, as the product is. Rejects on whatever does not build.
 * @param {string} source
 * @param {URL} importer
 * @param {{ packages?: boolean }} [options] whether packages are bundled, too; otherwise there may be none
 * @returns {Promise<Record<string, any>>}
 */
export async function importBundled(source, importer, { packages = false } = {}) {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    ...(packages && { ssr: { noExternal: true } }),
    define: { __FAILPOINTS__: 'false' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      ssr: true,
      rolldownOptions: { input: entry, output: { format: 'es', codeSplitting: false } },
    },
    plugins: [
      {
        name: 'source-text',
        enforce: 'pre',
        resolveId(id, from) {
          if (id === entry) return entry
          return from === entry && id.startsWith('.') ? new URL(id, importer).pathname : null
        },
        load: (id) => (id === entry ? source : null),
      },
    ],
  })
  const [built] = [output].flat()
  if (!built || !('output' in built)) throw new Error('the build made no output')
  const [chunk] = built.output
  return import(`data:text/javascript;base64,${Buffer.from(chunk.code).toString('base64')}`)
}
