import { type Accessor, createMemo, createSignal } from 'solid-js'
import { type Begun, completionAt, sameBegun } from './completion-at.ts'

/** What the list of offers (Completion.tsx, which comes when it is first needed) tells the box that it belongs to. */
export type Offered = {
  /** The id of the list and of the line in it that Enter chooses. */
  list: string
  active: string
  /** True: the key was meant for the list. */
  onKey: (event: KeyboardEvent) => boolean
}

export type Completing = {
  begun: Accessor<Begun | null>
  offered: Accessor<Offered | null>
  offer: (offered: Offered | null) => void
  /** To be called when the caret may have moved. */
  look: (box: HTMLTextAreaElement) => void
  /** Until something else is begun. */
  close: () => void
  onKey: (event: KeyboardEvent) => boolean
}

/** Follows the caret of a text box, for the names that are completed in it. */
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
