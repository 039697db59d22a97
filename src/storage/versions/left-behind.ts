import type { Origin } from '../../agent/head.ts'
import { parseMessage } from '../parse-rows.ts'
import type { Database } from '../schema.ts'
import { rowsBetween, wholeSession } from '../session-range.ts'
import type { Point } from './point.ts'
import { journalPages } from './state-at.ts'

/** What a branch leaves behind: acts in the outside world, which stay done, and later states of files, which revert. */
export type LeftBehind = {
  /** By tool, the most frequent first. */
  acts: NonNullable<Origin['acts']>
  /** Workspace files that differ in the branch. `blob`: content in the branch; null if absent. */
  files: { path: string; blob: string | null }[]
}

/** Calls of tools that only read, or change the workspace alone, have no lasting effect. */
const MAX_NAMED_TOOLS = 8

/**
 * The acts and file changes of session `sessionId` since the point. The cost is that of the later inputs. Rejects with
 * DamagedRecord or a DOMException.
 */
export async function leftBehind(db: Database, sessionId: string, { seq, count }: Point): Promise<LeftBehind> {
  return { acts: await actsAfter(db, sessionId, count), files: await filesAfter(db, sessionId, seq) }
}

async function actsAfter(db: Database, sessionId: string, count: number): Promise<LeftBehind['acts']> {
  const rows: unknown[] = await db.getAll('messages', rowsBetween(sessionId, count, Number.MAX_SAFE_INTEGER))
  const counts = new Map<string, number>()
  for (const [place, row] of rows.entries()) {
    const message = parseMessage(row, count + place)
    for (const { name, repeat, started } of message.role === 'assistant' ? message.calls : [])
      if (started && repeat !== 'pure') counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([tool, times]) => ({ tool: tool.slice(0, 200), count: times }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_NAMED_TOOLS)
}

const CHANGES = ['toolkit-respond', 'user-change-files', 'user-send-message'] as const

/** Each path that an input after `seq` has changed, with its content at `seq`, if that differs now. */
async function filesAfter(db: Database, sessionId: string, seq: number): Promise<LeftBehind['files']> {
  const then = new Map<string, string | null>()
  for await (const rows of journalPages(db, sessionId, seq, Number.MAX_SAFE_INTEGER, CHANGES))
    for (const { input } of rows) {
      if (!('files' in input) || !('known' in input)) continue
      // an entry written before `seq` that a later input builds on: that was the content
      for (const { path, blob, seq: written } of input.known ?? [])
        if (written <= seq && !then.has(path)) then.set(path, blob)
      for (const { path } of input.files ?? []) if (!then.has(path)) then.set(path, null)
    }
  const now = new Map((await db.getAll('files', wholeSession(sessionId))).map(({ path, blob }) => [path, blob]))
  return [...then]
    .filter(([path, blob]) => (now.get(path) ?? null) !== blob)
    .map(([path, blob]) => ({ path, blob }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}
