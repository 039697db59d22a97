type Metrics = { metrics: { name: string; value: number }[] }
/** Chromium's debugger, of Playwright or of Vitest. */
type Debugger = { send: (method: 'Performance.enable' | 'Performance.getMetrics') => Promise<unknown> }

/**
 * Starts to count what the processor does for the page's own thread, and gives how much that has been so far, in ms: what a busy machine
 * gives to others does not count.
 */
export async function countThreadTime(chromium: unknown): Promise<() => Promise<number>> {
  const session = chromium as Debugger
  await session.send('Performance.enable')
  const worked = async (): Promise<number> => {
    const { metrics } = (await session.send('Performance.getMetrics')) as Metrics
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000
  }
  const before = await worked()
  return async () => (await worked()) - before
}
