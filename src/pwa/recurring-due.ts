/**
 * When recurring tasks are due, for the service worker: a browser that wakes it while no tab is open lets it tell the
 * person. It runs no task.
 */

/** The name under which a browser wakes the service worker (periodic background sync, Chromium, installed apps). */
export const RECURRING_SYNC = 'recurring'
/** In ms; the browser decides, and takes longer. */
const LEAST_INTERVAL = 3_600_000

export type DueTask = { id: string; sessionId: string; task: string; at: number }

/** It exists once there was a task. */
const cacheName = (scope: string): string => `recurring-${scope}`
const address = (scope: string): string => new URL('recurring-tasks', scope).href

export async function keepDueTasks(scope: string, tasks: readonly DueTask[], storage = caches): Promise<void> {
  await (await storage.open(cacheName(scope))).put(address(scope), Response.json(tasks))
}

/** Shows the tasks that are due, each once until it is kept again. A tab that is open runs them itself. */
export async function tellDueTasks(
  scope: string,
  now: number,
  { isOpen, show }: { isOpen: () => Promise<boolean>; show: (task: DueTask) => Promise<void> },
  storage = caches,
): Promise<void> {
  if (!(await storage.has(cacheName(scope))) || (await isOpen())) return
  const kept = await (await storage.open(cacheName(scope))).match(address(scope))
  const tasks = kept === undefined ? [] : ((await kept.json()) as DueTask[])
  const due = tasks.filter(({ at }) => at <= now)
  if (due.length === 0) return
  await keepDueTasks(
    scope,
    tasks.filter(({ at }) => at > now),
    storage,
  )
  for (const task of due) await show(task)
}

type Periodic = { periodicSync?: { register: (tag: string, options: { minInterval: number }) => Promise<void> } }

/** Asks the browser to wake the service worker, if there was a task. It may refuse: then nobody is told. */
export async function wakeForRecurring(registration: ServiceWorkerRegistration, storage = caches): Promise<void> {
  const { periodicSync } = registration as Periodic
  if (periodicSync === undefined || !(await storage.has(cacheName(registration.scope)))) return
  await periodicSync
    .register(RECURRING_SYNC, { minInterval: LEAST_INTERVAL })
    // only an installed app may
    .catch((error: unknown) => console.info('Not woken for recurring tasks', error))
}
