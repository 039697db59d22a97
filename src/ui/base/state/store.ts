import { createStore, produce, reconcile } from 'solid-js/store'
import type { SessionItem } from '../../../protocol/common.ts'
import { makeOpenStore, type OpenStore } from './open-store.ts'
import { initialState, type UiState } from './ui-state.ts'

/**
 * The one store of the page: this file, and `open-store.ts` with `open-edits.ts`, alone write to it. Objects given to
 * it must not be held by anybody else: rows are reconciled in place, so that an unchanged tool card keeps its element.
 */
export type Store = OpenStore & {
  state: UiState
  /** Plain settings of single fields. */
  set: <K extends Exclude<keyof UiState, 'open'>>(key: K, value: UiState[K]) => void
  /** Lines of the list that changed, or are new; the others stay. */
  sessionsChanged: (sessions: SessionItem[]) => void
  forgetCommand: (id: string) => void
  expectCommand: (id: string) => void
}

export function createUiStore(): Store {
  const [state, setState] = createStore<UiState>(initialState())
  return {
    state,
    set: (key, value) =>
      setState(
        produce((draft: UiState) => {
          draft[key] = value
        }),
      ),
    sessionsChanged: (sessions) => {
      const changed = new Map(sessions.map((session) => [session.id, session]))
      const others = (state.sessions ?? []).filter(({ id }) => !changed.has(id))
      const before = new Map(
        (state.sessions ?? []).map(({ id, apart, trouble, unsent, lost, knownAs }) => [
          id,
          { apart, trouble, unsent, lost, knownAs },
        ]),
      )
      const kept = sessions.map((item) => ({ ...before.get(item.id), ...item }))
      const all = [...others, ...kept].sort((a, b) => b.timestamp - a.timestamp)
      setState('sessions', reconcile(all, { key: 'id' }))
    },
    expectCommand: (id) => setState('unacknowledged', id, true),
    forgetCommand: (id) =>
      setState(
        produce((draft: UiState) => {
          delete draft.unacknowledged[id]
        }),
      ),
    ...makeOpenStore(state, setState),
  }
}
