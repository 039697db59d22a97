type Metrics = { metrics: { name: string; value: number }[] }
/** Chromium's debugger, from Playwright or Vitest. */
type Debugger = { send: (method: 'Performance.enable' | 'Performance.getMetrics') => Promise<unknown> }

/**
 * Starts to count CPU time of the page's own thread; the returned function gives the time so far, in ms. Other load on
 * the machine does not count.
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
