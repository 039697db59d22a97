/**
 * Runs the work while no other tab or session changes the files of this project. A tool's change is checked and then
 * committed with its result: nothing may come in between. The browser frees the lock when a tab dies.
 */
export function withProjectLock<Value>(
  projectId: string,
  work: () => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  return navigator.locks.request(`reflexor-project-${projectId}`, { ...(signal && { signal }) }, work) as Promise<Value>
}
