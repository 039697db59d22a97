/**
 * Builds the code of a thread, as `beforeAll` of a test whose time limits are for the thread's work. `entry`: its file,
 * such as 'src/pdf/pdf-worker.ts'. Rejects if the build fails.
 */
export async function builtThread(entry: string): Promise<void> {
  const { ok, status } = await fetch(`/built/${entry}/entry.js`)
  if (!ok) throw new Error(`${entry} could not be built (${status}).`)
}
