/**
 * Has the code of a thread built, as `beforeAll` of a test whose limits of time are for what the thread does. `entry`: its file, such as
 * 'src/pdf/pdf-worker.ts'. Rejects when it does not build.
 */
export async function builtThread(entry: string): Promise<void> {
  const { ok, status } = await fetch(`/built/${entry}/entry.js`)
  if (!ok) throw new Error(`${entry} could not be built (${status}).`)
}
