import type { Config } from '../../agent/config.ts'
import type { AnswerBlock } from '../../agent/content.ts'
import { effectsAt } from '../../agent/effects-at.ts'
import type { Input, Unstamped } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import { contentOf } from '../../agent/stream-content.ts'
import { transition } from '../../agent/transition.ts'
import { gatherStreams } from '../gather-streams.ts'
import type { StreamRow } from '../schema.ts'
import { dropSummary, type SetAside } from './foreign.ts'
import { BadArchive } from './zip-reader.ts'

const IMPORTED = ' (imported)'
const RECORDING = ' (recording)'

/**
 * How an imported session arrives: visible, named as imported, with this person's own permissions, limits and provider,
 * without the parts that were set aside, and stopped, with the text that its running answers had received. All of it by
 * inputs, so that its journal still folds to its rows. `now`: wall time, ms. Throws BadArchive if it would still run
 * something by itself.
 */
export function arriveStopped(
  state: State,
  streams: readonly StreamRow[],
  {
    now,
    config,
    aside,
    detached = true,
    recording = false,
    project = null,
    mark = recording ? RECORDING : IMPORTED,
  }: {
    now: number
    config: Partial<Config>
    aside: Omit<SetAside, 'systemPrompt'>
    /** The session it is a variant of is not here. */
    detached?: boolean
    /** Nothing can be added to it from now on. */
    recording?: boolean
    /** The project that it arrives in; null: none. */
    project?: string | null
    /** Added to its name. */
    mark?: string
  },
): { state: State; inputs: Input[] } {
  const title = state.head.title || 'New session'
  const closing: Unstamped[] = [
    { type: 'user-restore-session' },
    ...aside.queued.map((messageId): Unstamped => ({ type: 'user-cancel-queued', messageId })),
    { type: 'user-configure', config },
    { type: 'user-name-session', title: title.endsWith(mark) ? title : title.slice(0, 180) + mark },
    { type: 'user-abort', partials: partialsOf(streams) },
    { type: 'session-keep-private' },
    // a variant of a missing session is a separate conversation
    ...(detached ? [{ type: 'session-detach' } as const] : []),
    // an archive may not name one of this person's projects: its instructions, notes and files are not for it
    { type: 'user-move-session', project },
    ...(aside.summary ? [dropSummary(state)] : []),
    ...(recording ? [{ type: 'session-record' } as const] : []),
  ]
  const inputs: Input[] = []
  let last = state
  let seq = state.head.seq
  for (const each of closing) {
    const input: Input = { ...each, seq: ++seq, timestamp: now }
    const next = transition(input)(last)
    if (next === last) continue
    inputs.push(input)
    last = next
  }
  if (aside.summary && last.summary !== null) throw new BadArchive('This session’s summary can’t be removed.')
  if (last.queue.some(({ id }) => aside.queued.includes(id)))
    throw new BadArchive('A queued message of this session can’t be removed.')
  if (recording && last.head.recorded !== true) throw new BadArchive('This recording can’t be kept as it is.')
  if (Object.keys(effectsAt(last)).length > 0) throw new BadArchive('This session would start running by itself.')
  return { state: last, inputs }
}

function partialsOf(streams: readonly StreamRow[]): Record<string, AnswerBlock[]> {
  return Object.fromEntries(gatherStreams(streams).map(({ cut, blocks }) => [cut, contentOf(blocks)]))
}
