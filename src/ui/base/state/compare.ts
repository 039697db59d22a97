import { createSignal } from 'solid-js'
import type { ModelChoice } from '../../../settings/preferences.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'
import { type ColumnView, columnOf } from './compare-column.ts'
import type { Comparison } from './comparison.ts'

/** Models that the next message of this tab goes to; fewer than two: only to the session's own. */
const [comparedModels, setComparedModels] = createSignal<readonly ModelChoice[]>([])

export { comparedModels, setComparedModels }

/** The models of the next message, which are used up by it; empty: it goes to the session's own. */
export function takeCompared(): readonly ModelChoice[] {
  const models = comparedModels()
  if (models.length < 2) return []
  setComparedModels([])
  return models
}

/** The session of a comparison that is shown whole, with its tool calls; null: the answers stand side by side. */
const [lookedInto, lookInto] = createSignal<string | null>(null)

export { lookedInto, lookInto }

const KEY = 'reflexor:kept-answers'
const MOST = 100
/** Comparisons that the person has decided, by their names: their answers are variants like any others. */
const [kept, setKept] = createSignal<readonly string[]>(stored())
export const isDecided = ({ group }: Comparison): boolean => kept().includes(group)

export function decide(group: string): void {
  const all = [...stored().filter((each) => each !== group), group].slice(-MOST)
  setKept(all)
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // a full storage: after a reload the answers stand side by side again
  }
}

function stored(): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

/** Most rows of one answer that are shown: the rest is in its variant. */
const ROWS = 50

export function useCompare() {
  const ask = useAsk()
  const { actions } = useApp()
  return {
    /** What session `id` has answered since row `from`; null: it is not there yet. */
    read: async (id: string, from: number): Promise<ColumnView | null> => {
      try {
        const { messages } = await ask({ kind: 'rows', sessionId: id, from, to: from + ROWS })
        return columnOf(messages, await ask({ kind: 'streams', sessionId: id }))
      } catch {
        // its branch is still being made
        return null
      }
    },
    stop: (id: string): void => void actions.stopSession(id),
  }
}
