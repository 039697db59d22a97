import type { CDPSession } from 'playwright-core'

type Task = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number }
type Named = Task & { args: { name?: string } }

/** A phone's processor is so many times slower than the machine that judges it: Lighthouse's own figure. */
const SLOWER = 4
/** A task that takes longer than so many ms holds up a person's key or tap. */
const PATIENCE = 50

/**
 * Watches a page's main thread; the returned function ends that and says for how many ms its tasks would hold up a person on a slow phone, by
 * the time that the thread itself has used: what a busy machine gives to others does not count.
 */
export async function watchBlocking(cdp: CDPSession): Promise<() => Promise<number>> {
  const events: Named[] = []
  const collect = ({ value }: { value: unknown[] }): void => void events.push(...(value as Named[]))
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  })
  return async () => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await complete
    cdp.off('Tracing.dataCollected', collect)
    return Math.max(...mainThreads(events).map(blocking))
  }
}

/** The tasks of each page's main thread; no task holds another. */
function mainThreads(events: readonly Named[]): Task[][] {
  return events
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => {
      let end = 0
      return events
        .filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X')
        .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
        .filter(({ ts, dur = 0 }) => {
          if (ts < end) return false
          end = ts + dur
          return true
        })
    })
}

const blocking = (tasks: readonly Task[]): number =>
  tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (SLOWER * tdur) / 1000 - PATIENCE), 0)
