/**
 * What the main thread of a page did, task by task, from the browser's own trace. `wall` counts from begin to end of a
 * task, as a person feels it, and so also what other programs took from this machine meanwhile; `cpu` is what the
 * thread itself used.
 * @typedef {{ busyWall: number, busyCpu: number, longestWall: number, longestCpu: number }} Tasks shares of 1; ms
 */

/**
 * @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number, args: {
 * name?: string } }} Event
 */

/**
 * Starts watching; the returned function ends it.
 * @param {import('./chromium.mjs').Cdp} cdp
 * @returns {Promise<() => Promise<Tasks>>}
 */
export async function watchTasks(cdp) {
  const trace = await startTrace(cdp, ['toplevel'])
  const began = performance.now()
  return async () => {
    const elapsed = performance.now() - began
    return sumUp(await trace(), elapsed)
  }
}

/**
 * Watches what a person's hand costs: the tasks between each pair of the marks that the probe's `hand` makes. The
 * returned function ends it and gives the work of each pair.
 * @param {import('./chromium.mjs').Cdp} cdp
 * @returns {Promise<() => Promise<{ wall: number, cpu: number }[]>>} ms
 */
export async function watchHand(cdp) {
  const trace = await startTrace(cdp, ['toplevel', 'blink.user_timing'])
  return async () => {
    const events = await trace()
    const marks = events.filter(({ name }) => name === 'hand-begin' || name === 'hand-end').sort((a, b) => a.ts - b.ts)
    return marks.flatMap((begin, index) => {
      const end = marks[index + 1]
      if (begin.name !== 'hand-begin' || end?.name !== 'hand-end') return []
      const tasks = outermost(events.filter(({ pid, tid }) => pid === begin.pid && tid === begin.tid))
      const within = tasks.filter(({ ts, dur = 0 }) => ts + dur > begin.ts && ts < end.ts)
      return [{ wall: sum(within, ({ dur = 0 }) => dur), cpu: sum(within, ({ tdur = 0 }) => tdur) }]
    })
  }
}

/**
 * @param {import('./chromium.mjs').Cdp} cdp @param {string[]} categories
 * @returns {Promise<() => Promise<Event[]>>} ends it
 */
async function startTrace(cdp, categories) {
  /** @type {Event[]} */
  const events = []
  const collect = (/** @type {{ value: unknown[] }} */ { value }) => void events.push(.../** @type {Event[]} */ (value))
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, excludedCategories: ['*'] },
  })
  return async () => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await complete
    cdp.off('Tracing.dataCollected', collect)
    return events
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

/** @param {Event[]} events of one thread */
function tasksOf(events) {
  const tasks = outermost(events)
  const longest = (/** @type {(task: Event) => number} */ of) =>
    tasks.reduce((most, task) => Math.max(most, of(task)), 0)
  const wall = (/** @type {Event} */ { dur = 0 }) => dur / 1000
  const cpu = (/** @type {Event} */ { tdur = 0 }) => tdur / 1000
  return {
    wall: sum(tasks, ({ dur = 0 }) => dur),
    cpu: sum(tasks, ({ tdur = 0 }) => tdur),
    longestWall: longest(wall),
    longestCpu: longest(cpu),
  }
}

/** ms @param {readonly Event[]} tasks @param {(task: Event) => number} microseconds */
const sum = (tasks, microseconds) => tasks.reduce((all, task) => all + microseconds(task), 0) / 1000

/** The outermost events of one thread, which do not overlap. @param {readonly Event[]} events */
function outermost(events) {
  const complete = events.filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
  complete.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  let taskEnd = 0
  return complete.filter(({ ts, dur = 0 }) => {
    if (ts < taskEnd) return false
    taskEnd = ts + dur
    return true
  })
}
