/** What comes after it is a task of its own: a key or a tap that waits goes first. */
export const nextTask = (): Promise<void> =>
  globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
