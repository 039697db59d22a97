import type { Draft } from 'mutative'
import { produce, reconcile, type SetStoreFunction } from 'solid-js/store'
import { changeQueue, putFiles } from '../../../agent/delta.ts'
import type { Delta } from '../../../agent/delta-schema.ts'
import type { Message, QueuedMessage } from '../../../agent/message.ts'
import type { FileEntry } from '../../../agent/state.ts'
import type { OpenSession, UiState } from './ui-state.ts'

/** How the open session is changed in place. Contract of all: it is open. */
export type OpenEdits = {
  change: (edit: (open: OpenSession) => void) => void
  putRows: (rows: readonly Message[]) => void
  applyDelta: (delta: Delta) => void
}

export function makeOpenEdits(state: UiState, setState: SetStoreFunction<UiState>): OpenEdits {
  const change = (edit: (open: OpenSession) => void): void =>
    setState(
      produce((draft: UiState) => {
        if (draft.open) edit(draft.open)
      }),
    )
  const putRows = (rows: readonly Message[]): void => {
    // keyed by id: tool calls keep their elements; blocks without one are matched by place
    for (const row of rows) setState('open', 'rows', row.n, reconcile(row, { key: 'id' }))
  }
  /**
   * The queue and the files change by the same functions as in the agent's `apply`. `apply` itself does not fit: it
   * works on one sorted tail, which it copies for each delta, and drops changed rows before it. The page holds any
   * pages of rows and writes only changed ones.
   */
  function applyDelta(delta: Delta): void {
    const { head, config, plan, queue, messages, files } = delta
    if (head) setState('open', 'view', 'head', reconcile(head, { key: 'id' }))
    if (config) setState('open', 'view', 'config', reconcile(config))
    if (plan !== undefined) setState('open', 'view', 'plan', reconcile(plan, { key: 'id' }))
    if (messages) putRows(messages)
    change((open) => {
      open.hasFiles ||= !!files?.some(({ blob }) => blob)
      if (queue && open.view) open.view.queue = changeQueue(open.view.queue, queue) as Draft<QueuedMessage>[]
      for (const row of messages ?? [])
        if (row.role === 'assistant' && row.status !== 'streaming' && row.status !== 'waiting') {
          const said = open.streams[row.cut]?.passed ?? open.streams[row.cut]?.earlier
          if (said !== undefined) open.interrupted[row.cut] = said
          delete open.streams[row.cut]
        }
    })
    const known = state.open?.files
    if (files && known) setState('open', 'files', reconcile(shownFiles(known, files), { key: 'path' }))
  }

  return { change, putRows, applyDelta }
}

/** The page hides files that were deleted. */
export const shownFiles = (known: readonly FileEntry[], changed: readonly FileEntry[]): FileEntry[] =>
  putFiles(known, changed).filter((file) => file.blob !== null)
