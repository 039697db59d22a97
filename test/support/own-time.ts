/** CPU time of this process: other load on the machine does not count. For Node. */

/** CPU time of this process so far, in ms. */
export const worked = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Starts to count, and returns the time passed, in ms, measured by turns of this thread. */
export function countTime(): () => number {
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  return () => {
    clearInterval(timer)
    return turns * 10
  }
}
