import { effectsAt } from '../agent/effects-at.ts'
import { type Head, lastActive, type Origin, type Parent } from '../agent/head.ts'
import { status } from '../agent/status.ts'
import { titleFrom } from '../effects/name-session.ts'
import type { SessionItem } from '../protocol/common.ts'

/**
 * The line of this session in the sessions list. `firstText`: what the person said first, which names it
 * until it has a name. `elsewhere`: another device has it.
 */
export function sessionItem(head: Head, firstText = '', elsewhere?: SessionItem['elsewhere']): SessionItem {
  return {
    id: head.sessionId,
    title: head.title || titleFrom(firstText) || 'New session',
    timestamp: lastActive(head),
    createdAt: head.createdAt,
    status: status(head).type,
    busy: isBusy(head),
    count: head.count,
    deletedAt: head.deletedAt,
    ...(head.count === 0 && head.activeAt === undefined && { untouched: true }),
    ...(head.plan && { plan: head.plan }),
    ...(head.project !== undefined && { project: head.project }),
    ...(head.origin && { origin: originOf(head.origin) }),
    ...(head.parent && { helps: helpsOf(head.parent, head.run) }),
    ...(elsewhere && { elsewhere }),
  }
}

const helpsOf = (
  { session, call, released }: Parent,
  { tokens, cost }: Head['run'],
): NonNullable<SessionItem['helps']> => ({ session, call, tokens, cost, ...(released && { released }) })

const originOf = ({ session, n, family }: Origin): NonNullable<SessionItem['origin']> => ({
  ...{ session, n },
  ...(family !== undefined && { family }),
})

/** Whether its machine has anything to run: such sessions are started as soon as a writer is elected. */
export const isBusy = (head: Head): boolean => Object.keys(effectsAt({ head })).length > 0

/** The line of a session whose head cannot be read. */
export function damagedItem(sessionId: string): SessionItem {
  return {
    id: sessionId,
    title: 'Damaged session',
    timestamp: 0,
    createdAt: 0,
    status: 'damaged',
    busy: false,
    count: 0,
    deletedAt: null,
    damaged: true,
  }
}
