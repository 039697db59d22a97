import { type Accessor, createSignal, type Setter } from 'solid-js'
import type { Attached, Drafts } from '../../base/state/drafts.ts'

/** Text and attachments of the box, saved as a draft with every change. */
export type Words = {
  text: Accessor<string>
  attached: Accessor<Attached[]>
  /** Id of the command that is sending them. */
  sentAs: Accessor<string | null>
  setSentAs: Setter<string | null>
  /** False: too long to be saved, so a reload loses them. */
  kept: Accessor<boolean>
  write: (text: string) => void
  attach: (change: (blocks: Attached[]) => Attached[]) => void
  /** Sets both at once. */
  fill: (text: string, attached: Attached[]) => void
  /** They have become a message: their draft is already deleted. */
  empty: () => void
}

export function createWords(drafts: Drafts, id: string): Words {
  const first = drafts.read(id)
  const [text, setText] = createSignal(first.text)
  const [attached, setAttached] = createSignal(first.attached)
  const [sentAs, setSentAs] = createSignal(first.sentAs)
  const [kept, setKept] = createSignal(true)
  const keep = (): void => {
    const value = text()
    setKept(drafts.write(id, { text: value, attached: attached(), sentAs: null }))
    if (!kept())
      drafts.stored(id).then(
        () => text() === value && setKept(true),
        () => {},
      ) // after a failure the hint stays: it is true then
  }
  return {
    text,
    attached,
    sentAs,
    setSentAs,
    kept,
    write: (value) => {
      setText(value)
      keep()
    },
    attach: (change) => {
      setAttached(change)
      keep()
    },
    fill: (value, blocks) => {
      setText(value)
      setAttached(blocks)
      keep()
    },
    empty: () => {
      setText('')
      setAttached([])
    },
  }
}
