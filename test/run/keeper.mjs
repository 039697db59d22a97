import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * Ends what a test run has started, even if the run itself was killed: browsers lead their own process groups, and a
 * killed parent cannot end them. Every process of a run inherits the variable `REFLEXOR_RUN`.
 * As a script it waits until its standard input closes, which happens when the run has died, and cleans up: `node
 * keeper.mjs <run> <folder>`.
 */

export const RUN = 'REFLEXOR_RUN'

/**
 * Kills every process of the run but this one and its parent. Linux only: other systems do not show environments.
 * @param {string} run
 * @returns {number} how many it killed
 */
function killProcesses(run) {
  if (!existsSync('/proc/self/environ')) return 0
  let killed = 0
  for (const name of readdirSync('/proc')) {
    const id = Number(name)
    if (!Number.isInteger(id) || id === process.pid || id === process.ppid) continue
    try {
      if (!readFileSync(`/proc/${id}/environ`, 'latin1').split('\0').includes(`${RUN}=${run}`)) continue
      process.kill(id, 'SIGKILL')
      killed += 1
    } catch {
      // it has ended, or belongs to somebody else
    }
  }
  return killed
}

/**
 * Kills all that is left of a run, then removes its folder for temporary files.
 * @param {string} run
 * @param {string} folder
 */
export async function cleanUp(run, folder) {
  // a process may start another while they are being killed
  for (let round = 0; round < 10 && killProcesses(run) > 0; round += 1) await pause(100)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [run = '', folder = ''] = process.argv.slice(2)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  process.stdin.resume()
  process.stdin.once('close', () => void cleanUp(run, folder))
}
