import { castDraft } from 'mutative'
import type { Draft } from '../draft.ts'
import type { AgentInput } from '../input.ts'
import { thresholdOf } from '../threshold.ts'
import { changeFiles } from './files.ts'
import { join, newRun } from './run.ts'

type Create = Extract<AgentInput, { type: 'session-create' }>

/**
 * The first row of every journal. Configuration never counts as unseen. A helper is created with its task, its title
 * and the files of the session that it helps, in one step: no crash leaves it without work.
 */
export const create = (draft: Draft, input: Create): boolean => {
  const { head } = draft
  if (input.sessionId !== head.sessionId) return false
  draft.config = input.config
  head.createdAt = draft.now
  head.turnsLeft = Math.max(1, input.config.limits.maxTurns)
  head.compressAbove = thresholdOf(input.config)
  if (input.project !== undefined) head.project = input.project
  if (input.helps) help(draft, input.helps)
  return true
}

const help = (draft: Draft, { parent, title, task, files, isPrivate }: NonNullable<Create['helps']>): void => {
  draft.head.parent = castDraft(parent)
  draft.head.title = title
  if (isPrivate) draft.head.private = true
  changeFiles(draft, files, [])
  newRun(draft)
  const content = [{ type: 'text' as const, text: task }]
  join(draft, [{ id: TASK, content, delivery: 'now', timestamp: draft.now, by: 'agent' }])
}

/** The id of the message with a helper's task. */
const TASK = 'task'
