/**
 * @typedef {object} Job
 * @property {string} title unique in a run
 * @property {number} load cores that it keeps busy on average, such as 0.3 for one that mostly waits
 * @property {string[]} [after] titles of jobs that must have passed first
 * @property {boolean} [alone] measures time, so nothing may run beside it
 * @property {() => Promise<boolean>} run whether it passed; never rejects
 */

/**
 * Runs every job as soon as the jobs before it have passed and the cores have room for it. Jobs that may start at the
 * same time start in the order of the list. A job whose `after` failed is not run and counts as failed.
 * @param {Job[]} jobs
 * @param {number} cores
 * @param {{ onStart?: (job: Job) => void, onEnd?: (job: Job, ended: 'passed' | 'failed' | 'not run') => void }}
 * [report]
 * @returns {Promise<void>} once every job has ended
 * @throws {Error} if a job names one that does not exist, or waits for itself
 */
export function runJobs(jobs, cores, { onStart, onEnd } = {}) {
  const titles = new Set(jobs.map((job) => job.title))
  for (const { title, after = [] } of jobs)
    for (const name of after)
      if (!titles.has(name)) throw new Error(`"${title}" waits for "${name}", which does not exist.`)

  /** @type {Map<string, boolean>} */
  const ended = new Map()
  const waiting = new Set(jobs)
  /** @type {Set<Job>} */
  const running = new Set()

  return new Promise((resolve, reject) => {
    /** @type {(job: Job) => boolean} */
    const hasRoom = (job) => {
      if (running.size === 0) return true
      if (job.alone || [...running].some((other) => other.alone)) return false
      const busy = [...running].reduce((sum, other) => sum + other.load, 0)
      // thirds of a core do not add up exactly
      return busy + job.load <= cores + 0.001
    }
    /** @type {(job: Job, how: 'passed' | 'failed' | 'not run') => void} */
    const end = (job, how) => {
      ended.set(job.title, how === 'passed')
      onEnd?.(job, how)
    }
    const next = () => {
      for (const job of waiting) {
        const before = (job.after ?? []).map((title) => ended.get(title))
        if (before.includes(false)) {
          waiting.delete(job)
          end(job, 'not run')
          return next()
        }
        if (before.includes(undefined) || !hasRoom(job)) continue
        waiting.delete(job)
        running.add(job)
        onStart?.(job)
        void job.run().then((passed) => {
          running.delete(job)
          end(job, passed ? 'passed' : 'failed')
          next()
        }, reject)
      }
      if (running.size > 0) return
      if (waiting.size === 0) resolve()
      else reject(new Error(`These wait for each other: ${[...waiting].map((job) => job.title).join(', ')}`))
    }
    next()
  })
}
