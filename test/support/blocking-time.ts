import type { CDPSession } from 'playwright-core'

type Task = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number }
type Named = Task & { args: { name?: string } }

/** How many times slower a phone's processor is than this machine: Lighthouse's own figure. */
const SLOWER = 4
/** A longer task, in ms, delays a person's key or tap. */
const PATIENCE = 50

/**
 * Watches a page's main thread. The returned function stops that and returns the duration of each task, in ms of the
 * thread's CPU time: other load on the machine does not count.
 */
export async function watchTasks(cdp: CDPSession): Promise<() => Promise<number[]>> {
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
    const threads = mainThreads(events).map((tasks) => tasks.map(({ tdur = 0 }) => tdur / 1000))
    return threads.reduce((most, each) => (sum(each) > sum(most) ? each : most), [])
  }
}

/**
 * Total ms by which tasks would delay a person on a phone, if the machine that measured them takes `times` as long as
 * it should.
 */
export const blocking = (tasks: readonly number[], times: number): number =>
  sum(tasks.map((took) => Math.max(0, (SLOWER * took) / times - PATIENCE)))

export const sum = (all: readonly number[]): number => all.reduce((whole, each) => whole + each, 0)

/** The tasks of each page's main thread; tasks are not nested. */
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
