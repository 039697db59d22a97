import { type Accessor, createSignal, onCleanup, onMount } from 'solid-js'
import type { TabDraft } from '../../settings/unsent-words.ts'
import type { Drafts } from '../state/drafts.ts'

type Box = { text: Accessor<string>; free: Accessor<boolean>; type: (text: string) => void }

/**
 * What a killed browser had kept of unsent words. What this box was showing comes back by itself, unless one has typed since; other words
 * are given, to be offered.
 */
export function createRecovery(
  drafts: Drafts,
  sessionId: string,
  { text, free, type }: Box,
): { others: Accessor<TabDraft[]>; settle: (draft: TabDraft) => void } {
  const [others, setOthers] = createSignal<TabDraft[]>([])
  const first = text()
  let gone = false
  onCleanup(() => {
    gone = true
  })
  onMount(() => {
    drafts.recover(sessionId).then(
      (found) => {
        if (gone) return
        const untouched = text() === first && free()
        if (found.text !== null && untouched) type(found.text)
        // typed over meanwhile: those words are not lost either
        const late = found.text !== null && !untouched ? [{ text: found.text, id: '', at: 0, tab: '' }] : []
        setOthers([...late, ...found.others])
        if (late.length === 0 && found.settled.length > 0) drafts.forget(sessionId, found.settled)
      },
      (error: unknown) => console.warn('Unsent words could not be looked for', error),
    )
  })
  return {
    others,
    settle: (draft) => {
      setOthers((all) => all.filter((other) => other !== draft))
      if (draft.tab !== '') drafts.forget(sessionId, [draft.tab])
    },
  }
}
