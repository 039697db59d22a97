import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

/**
 * Puts into the built page what would otherwise be fetched before anything is seen or begun, and its hashes into the
 * page's policy: the styles, and src/ui/page/boot/early-worker.ts before them, so that the worker starts a tenth of a
 * second sooner than from the page's own code.
 */
export function inThePage(failpoints: boolean): Plugin {
  const entry = fileURLToPath(new URL('../src/ui/page/boot/early-worker.ts', import.meta.url))
  const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return {
    name: 'reflexor:in-the-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: async (_, bundle) => {
        const page = bundle['index.html']
        const workers = Object.keys(bundle).filter((name) => /^assets\/worker-[^/]+\.js$/.test(name))
        if (page?.type !== 'asset' || workers.length !== 1)
          throw new Error(`One page and one worker are expected, not ${workers.join(', ')}`)
        const [worker = ''] = workers
        const built = await build({
          configFile: false,
          logLevel: 'error',
          define: {
            __FAILPOINTS__: String(failpoints),
            __WORKER_URL__: JSON.stringify(`./${worker}`),
          },
          build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'early' } },
        })
        const early = [built].flat().flatMap((result) => ('output' in result ? result.output : []))[0]
        if (early?.type !== 'chunk') throw new Error('The early worker was not built.')
        const code = early.code.trim()
        const html = String(page.source)
        const link = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/.exec(html)
        const sheet = bundle[link?.[1] ?? '']
        if (link === null || sheet?.type !== 'asset') throw new Error('The styles of the page were not built.')
        // its URLs are relative to the folder of the style sheet
        const styles = String(sheet.source).trim().replaceAll('url(./', 'url(./assets/')
        delete bundle[sheet.fileName]
        // late parts name the style sheet as a dependency; the page already has its styles, so they name the script
        const [, script] = /<script type="module"[^>]* src="\.\/assets\/([^"]+)">/.exec(html) ?? []
        if (script === undefined) throw new Error('The page has no script.')
        const [file] = sheet.fileName.split('/').slice(-1)
        // V8 then compiles the whole script on a background thread while it loads, not each function at its first call
        const first = bundle[`assets/${script}`]
        if (first?.type === 'chunk') first.code = `//# allFunctionsCalledOnLoad\n${first.code}`
        for (const part of Object.values(bundle))
          if (part.type === 'chunk') part.code = part.code.replaceAll(`"./${file}"`, `"./${script}"`)
        const policy = /<meta\s+http-equiv="Content-Security-Policy"[^>]*>/
        page.source = html
          .replace(link[0], () => `<style>${styles}</style>`)
          .replace(
            policy,
            (meta) =>
              `${meta
                .replace("script-src 'self'", `script-src 'self' ${hashOf(code)}`)
                .replace("style-src 'self'", `style-src 'self' ${hashOf(styles)}`)}\n    <script>${code}</script>`,
          )
      },
    },
  }
}
