import * as z from 'zod/mini'
import type { Database } from '../../storage/schema.ts'
import type { StoreProblem } from '../../sync/object-store.ts'

/** What stands in the way of the connected storage now, kept for whoever looks at the settings, in whichever tab. */

const KINDS = [
  ...(['unreachable', 'timeout', 'refused', 'clock', 'no-place', 'full'] as const),
  ...(['rate-limited', 'server', 'too-large', 'unfit', 'gone-wrong'] as const),
] satisfies StoreProblem['kind'][]

/** `since`: when it was met first, wall time, ms. `connectedAt`: of another connection nothing is told. */
const Trouble = z.object({
  connectedAt: z.number(),
  since: z.number(),
  kind: z.enum(KINDS),
  message: z.string().check(z.maxLength(1000)),
})
type Trouble = z.infer<typeof Trouble>

const KEY = 'storage-trouble'

/** null: it does what it is asked for, as far as is known. Rejects with a DOMException. */
export async function readTrouble(db: Database, connectedAt: number): Promise<Trouble | null> {
  const parsed = Trouble.safeParse((await db.get('settings', KEY))?.value)
  return parsed.success && parsed.data.connectedAt === connectedAt ? parsed.data : null
}

/** Hears of every answer; it writes when that changes anything. What cannot be written is written with the next change. */
export function keepTrouble(db: Database, connectedAt: number): (problem: StoreProblem | null) => void {
  /** undefined: what an earlier worker kept. */
  let known: Trouble | null | undefined
  return (problem) => {
    if (problem === null ? known === null : known?.message === problem.message) return
    const since = known?.since ?? Date.now()
    known = problem && { connectedAt, since, kind: problem.kind, message: problem.message.slice(0, 1000) }
    const written = known === null ? db.delete('settings', KEY) : db.put('settings', { key: KEY, value: known })
    written.catch(() => {
      known = undefined
    })
  }
}
