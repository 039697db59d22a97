import type { Accessor } from 'solid-js'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { sentBefore } from './sent-before.ts'

/**
 * Recalls the person's earlier messages with the arrow keys: up from an empty box, and further from there. True: the
 * key was handled.
 */
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
    // edited since it was recalled: it is being written now
    else if (text() !== sent[place]) return false
    const { selectionStart, value } = event.currentTarget
    // in a message of several lines the key moves between its lines first
    const line = by > 0 ? value.slice(0, selectionStart) : value.slice(selectionStart)
    const next = place + by
    if (line.includes('\n') || next >= sent.length || next < -1) return false
    place = next
    type(sent[place] ?? '')
    return true
  }
}
