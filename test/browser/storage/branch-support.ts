import type { Database } from '../../../src/storage/schema.ts'
import { type BranchOrder, type BranchOutcome, branchSession } from '../../../src/storage/versions/branch.ts'
import { pointBefore } from '../../../src/storage/versions/point.ts'

/** A variant of session `from` with its first `count` rows. */
export async function branched(
  db: Database,
  epoch: number,
  {
    from,
    sessionId,
    count,
    ...rest
  }: Pick<BranchOrder, 'from' | 'sessionId'> & { count: number } & Partial<BranchOrder>,
): Promise<BranchOutcome> {
  const point = await pointBefore(db, from, count)
  if (point === null) return { type: 'missing' }
  return branchSession(db, {
    ...{ epoch, from, sessionId, commandId: `branch ${sessionId}`, point, variant: true, now: 99 },
    title: (title) => title,
    configure: (now) => now,
    ...rest,
  })
}
