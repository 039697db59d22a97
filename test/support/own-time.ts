/** Time of this process alone: what a busy machine gives to others does not count. For Node. */

/** What the processor has done for this process so far, in ms. */
export const worked = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Starts to count, and returns how long it has been, in ms, by turns of this thread. */
export function countTime(): () => number {
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  return () => {
    clearInterval(timer)
    return turns * 10
  }
}
