import type { Accessor } from 'solid-js'
import type { OpenSession } from '../state/ui-state.ts'
import { sentBefore } from './sent-before.ts'

/** One's earlier messages, by the arrow keys: up from an empty box, and on from there. True: the key was meant for that. */
export function createRecall(
  session: () => OpenSession,
  text: Accessor<string>,
  type: (words: string) => void,
): (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }) => boolean {
  let place = -1
  return (event) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (by === 0 || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
    const sent = sentBefore(session().rows)
    if (text() === '') place = -1
    // changed since: it is being written now
    else if (text() !== sent[place]) return false
    const { selectionStart, value } = event.currentTarget
    // within a message of several lines the key moves between them first
    const line = by > 0 ? value.slice(0, selectionStart) : value.slice(selectionStart)
    const next = place + by
    if (line.includes('\n') || next >= sent.length || next < -1) return false
    place = next
    type(sent[place] ?? '')
    return true
  }
}
