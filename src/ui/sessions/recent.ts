import type { SessionItem } from '../../protocol/common.ts'
import { oneOfEach } from '../base/state/variants.ts'

const MOST = 4

/**
 * Recent sessions: first those that run or wait for the person, then by their last change. Sessions without a message
 * are left out.
 */
export function recentSessions(sessions: readonly SessionItem[]): SessionItem[] {
  const used = oneOfEach(sessions, null).filter(({ count, damaged }) => count > 0 && !damaged)
  const alive = used.filter(isAlive)
  return [...alive, ...used.filter((item) => !isAlive(item))].slice(0, MOST)
}

const isAlive = ({ busy, status }: SessionItem): boolean => busy || status === 'waiting-for-you'
