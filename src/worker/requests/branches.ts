import type { Immutable } from 'mutative'
import type { LeftBehind } from '../../protocol/branches.ts'
import type { Database } from '../../storage/schema.ts'
import { leftBehind } from '../../storage/versions/left-behind.ts'
import { pointBefore } from '../../storage/versions/point.ts'
import { refused } from '../refused.ts'

/** What a branch before row `count` would leave behind. Rejects with Refused or with the storage's error. */
export async function viewLeftBehind(db: Database, sessionId: string, count: number): Promise<Immutable<LeftBehind>> {
  const point = await pointBefore(db, sessionId, count)
  if (point === null) throw refused('session-gone')
  return leftBehind(db, sessionId, point)
}
