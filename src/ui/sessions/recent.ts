import type { SessionItem } from '../../protocol/common.ts'
import { oneOfEach } from '../base/state/variants.ts'

const MOST = 4

/**
 * Recent sessions: first those that run or wait for the person, then by their last change. Sessions without a message
 * are left out, and so are helpers, which are found below the session that they help.
 */
export function recentSessions(sessions: readonly SessionItem[]): SessionItem[] {
  const there = new Set(sessions.flatMap(({ id, deletedAt }) => (deletedAt === null ? [id] : [])))
  const used = oneOfEach(sessions, null).filter(
    ({ count, damaged, helps }) => count > 0 && !damaged && !(helps && there.has(helps.session)),
  )
  const alive = used.filter(isAlive)
  return [...alive, ...used.filter((item) => !isAlive(item))].slice(0, MOST)
}

const isAlive = ({ busy, status }: SessionItem): boolean => busy || status === 'waiting-for-you'
