/**
 * What the main thread of a page did, task by task, from the browser's own trace. `wall` counts from begin to end of a task, as a person
 * feels it, and so also what other programs took from this machine meanwhile; `cpu` is what the thread itself used.
 * @typedef {{ busyWall: number, busyCpu: number, longestWall: number, longestCpu: number }} Tasks shares of 1; ms
 */

/**
 * @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number, args: { name?: string } }} Event
 */

/**
 * Starts watching; the returned function ends it.
 * @param {import('./chromium.mjs').Cdp} cdp
 * @returns {Promise<() => Promise<Tasks>>}
 */
export async function watchTasks(cdp) {
  /** @type {Event[]} */
  const events = []
  const collect = (/** @type {{ value: unknown[] }} */ { value }) => void events.push(.../** @type {Event[]} */ (value))
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  })
  const began = performance.now()
  return async () => {
    const elapsed = performance.now() - began
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await complete
    cdp.off('Tracing.dataCollected', collect)
    return sumUp(events, elapsed)
  }
}

/** @param {readonly Event[]} events @param {number} elapsed ms @returns {Tasks} */
function sumUp(events, elapsed) {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const all = mains.map(({ pid, tid }) => tasksOf(events.filter((event) => event.pid === pid && event.tid === tid)))
  // other renderers (a spare one, the worker's of a closed tab) do next to nothing
  const busiest = all.sort((a, b) => b.wall - a.wall)[0]
  if (busiest === undefined || busiest.wall === 0) throw new Error('The trace names no main thread that worked')
  return {
    busyWall: busiest.wall / elapsed,
    busyCpu: busiest.cpu / elapsed,
    longestWall: busiest.longestWall,
    longestCpu: busiest.longestCpu,
  }
}

/** Sums over the outermost events of one thread, which do not overlap. @param {Event[]} events */
function tasksOf(events) {
  const sum = { wall: 0, cpu: 0, longestWall: 0, longestCpu: 0 }
  const complete = events.filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
  complete.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  let taskEnd = 0
  for (const { ts, dur = 0, tdur = 0 } of complete) {
    if (ts < taskEnd) continue
    taskEnd = ts + dur
    sum.wall += dur / 1000
    sum.cpu += tdur / 1000
    sum.longestWall = Math.max(sum.longestWall, dur / 1000)
    sum.longestCpu = Math.max(sum.longestCpu, tdur / 1000)
  }
  return sum
}
