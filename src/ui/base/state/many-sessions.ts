import { untrack } from 'solid-js'
import type { UserIntent } from '../../../agent/user-intent.ts'
import type { App } from './app-context.ts'

/** Commands in flight at once. Each is kept in the tab's storage until it is acknowledged. */
const AT_ONCE = 24
/** How often it is looked whether some have arrived, in ms. */
const LOOK = 25
/** How long after the last answer the list may take to tell, in ms. */
const TOLD = 2000

/**
 * Sends the same command to many sessions, some at a time. `tell`: how many were sent so far. Resolves when each was
 * answered, possibly by a refusal; the result is seen in the sessions. If the page goes away, commands that were sent
 * are carried out, the rest are not.
 */
export async function sayToMany(
  { actions, state }: Pick<App, 'actions' | 'state'>,
  ids: readonly string[],
  intent: UserIntent,
  tell: (done: number) => void,
): Promise<void> {
  let under: string[] = []
  const untilFewer = async (most: number): Promise<void> => {
    while (under.length >= most) {
      await new Promise((resolve) => setTimeout(resolve, LOOK))
      under = under.filter((sent) => untrack(() => state.unacknowledged[sent]))
    }
  }
  for (const [n, id] of ids.entries()) {
    const command = actions.outgoing.input(id, intent)
    if (command !== null) under.push(command)
    tell(n + 1)
    await untilFewer(AT_ONCE)
  }
  await untilFewer(1)
}

/** Those of `ids` that are deleted. It is waited a moment for the list to tell. */
export async function deletedOf({ state }: Pick<App, 'state'>, ids: readonly string[]): Promise<string[]> {
  const until = performance.now() + TOLD
  for (;;) {
    const living = new Set(
      untrack(() => state.sessions?.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)),
    )
    const deleted = ids.filter((id) => !living.has(id))
    if (deleted.length === ids.length || performance.now() > until) return deleted
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
}
