import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { copyOfBuild } from '../support/built-site.ts'
import { serveFolder } from '../support/serve-folder.ts'

export type Site = {
  url: string
  /** The bare page; `query` goes to its worker as well. Without one it has no worker. */
  barePage: (query?: URLSearchParams) => string
  close: () => Promise<void>
}

/** The test build with the bare page beside it, on one origin. `folder`: a build to use instead (it is changed). */
export async function openSite(folder?: string): Promise<Site> {
  const copy = folder === undefined ? copyOfBuild('dist-test') : { folder, remove: () => {} }
  await build({
    configFile: false,
    root: fileURLToPath(new URL('page', import.meta.url)),
    base: './',
    logLevel: 'error',
    define: { __FAILPOINTS__: 'true' },
    build: {
      target: 'es2022',
      outDir: copy.folder,
      emptyOutDir: false,
      assetsDir: 'torture',
      rolldownOptions: { input: fileURLToPath(new URL('page/torture.html', import.meta.url)) },
    },
  })
  const assets = join(copy.folder, 'assets')
  const worker = readdirSync(assets).find((name) => /^worker-[\w-]+\.js$/.test(name))
  if (worker === undefined) throw new Error(`No worker in ${assets}`)
  const served = await serveFolder(copy.folder)
  return {
    url: served.url,
    barePage: (query) => {
      const all = new URLSearchParams(query)
      if (query !== undefined) all.set('worker', `assets/${worker}`)
      return `${served.url}torture.html?${all}`
    },
    close: async () => {
      await served.close()
      copy.remove()
    },
  }
}
