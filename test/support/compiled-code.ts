import { basename } from 'node:path'
import type { CDPSession } from 'playwright-core'

type Compiled = { name: string; args: { data?: { url?: string; consumedCacheSize?: number; cacheRejected?: boolean } } }

/**
 * Watches which scripts the threads of a page compile from now on. The returned function stops that and returns, for
 * each file, the bytes of cached compiled code that were used.
 */
export async function watchCompiling(cdp: CDPSession): Promise<() => Promise<Map<string, number>>> {
  const events: Compiled[] = []
  const collect = ({ value }: { value: unknown[] }): void => void events.push(...(value as Compiled[]))
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['v8', 'devtools.timeline'] },
  })
  return async () => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await complete
    cdp.off('Tracing.dataCollected', collect)
    const taken = new Map<string, number>()
    for (const { name, args } of events) {
      const { url = '', consumedCacheSize = 0, cacheRejected = false } = args.data ?? {}
      if (name === 'v8.compileModule') taken.set(basename(url), cacheRejected ? 0 : consumedCacheSize)
    }
    return taken
  }
}
