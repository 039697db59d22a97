import { type Accessor, createMemo, createSignal } from 'solid-js'
import { type Begun, completionAt, sameBegun } from './completion-at.ts'

/** What the list of suggestions (Completion.tsx, loaded on first use) tells the box that it belongs to. */
export type Offered = {
  /** Ids of the list, and of the line that Enter chooses. */
  list: string
  active: string
  /** True: the list has handled the key. */
  onKey: (event: KeyboardEvent) => boolean
}

export type Completing = {
  begun: Accessor<Begun | null>
  offered: Accessor<Offered | null>
  offer: (offered: Offered | null) => void
  /** Must be called when the caret may have moved. */
  look: (box: HTMLTextAreaElement) => void
  /** Closes the list until another name is begun. */
  close: () => void
  onKey: (event: KeyboardEvent) => boolean
}

/** Follows the caret of a text box, to complete names in it. */
export function createCompleting(text: Accessor<string>): Completing {
  const [caret, setCaret] = createSignal(0)
  const [closedAt, setClosedAt] = createSignal(-1)
  const [offered, offer] = createSignal<Offered | null>(null)
  const begun = createMemo(
    () => {
      const found = completionAt(text(), caret())
      return found?.from === closedAt() ? null : found
    },
    null,
    { equals: sameBegun },
  )
  return {
    begun,
    offered,
    offer,
    look: ({ selectionStart, selectionEnd }) => {
      setCaret(selectionStart === selectionEnd ? selectionStart : 0)
      if (completionAt(text(), caret())?.from !== closedAt()) setClosedAt(-1)
    },
    close: () => setClosedAt(begun()?.from ?? -1),
    onKey: (event) => offered()?.onKey(event) === true,
  }
}
