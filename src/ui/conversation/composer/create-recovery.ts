import { type Accessor, createSignal, onCleanup, onMount } from 'solid-js'
import type { TabDraft } from '../../../agent/unsent-message.ts'
import type { Attached, Drafts } from '../../base/state/drafts.ts'

type Box = {
  text: Accessor<string>
  attached: Accessor<Attached[]>
  free: Accessor<boolean>
  fill: (text: string, attached: Attached[]) => void
}

/**
 * Restores an unsent message after a browser crash. The text of this box is restored by itself, unless the person has
 * typed since; texts of other tabs are returned, to be offered.
 */
export function createRecovery(
  drafts: Drafts,
  sessionId: string,
  { text, attached, free, fill }: Box,
): { others: Accessor<TabDraft[]>; settle: (draft: TabDraft) => void } {
  const [others, setOthers] = createSignal<TabDraft[]>([])
  const first = text()
  const before = attached()
  let gone = false
  onCleanup(() => {
    gone = true
  })
  onMount(() => {
    drafts.recover(sessionId).then(
      (found) => {
        if (gone) return
        const { newer } = found
        const untouched = text() === first && attached() === before && free()
        if (newer !== null && untouched) fill(newer.text, newer.attached ?? [])
        // the person has typed meanwhile: offer the recovered draft, and keep its row until it is settled, unless the
        // row is this tab's own
        const late = newer === null || untouched ? null : newer
        const settled = found.settled.filter((tab) => tab !== late?.tab)
        if (late !== null)
          setOthers([settled.length < found.settled.length ? late : { ...late, tab: '' }, ...found.others])
        else setOthers(found.others)
        if (settled.length > 0) drafts.forget(sessionId, settled)
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
