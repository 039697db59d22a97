import { onCleanup } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import { useApp } from '../../base/state/app-context.ts'
import { createKeptText } from '../composer/kept-text.ts'
import { loseWords } from '../composer/lost-words.ts'

/**
 * Text that a person types on the card of a call: kept over a reload and while the card is scrolled away. null: nothing
 * is being written. If the call continues with other words (another tab was faster), these move to the composer. Set to
 * null to discard.
 */
export function createCardWords(call: ToolCall): [() => string | null, (words: string | null) => void] {
  const { status } = call
  const [words, setWords, sessionId] = createCardText(call, 'words')
  onCleanup(() => {
    const left = words()?.trim() ?? ''
    // the row is scrolled away, or the session was left
    if (call.status === status) return
    setWords(null)
    const said = call.result?.content.some((block) => block.type === 'text' && block.text === left)
    if (left === '' || said) return
    loseWords({ sessionId, words: left, why: 'This was answered elsewhere. Your text is in the box.' })
  })
  return [words, setWords]
}

/** Edited arguments, kept the same way; they are useless without their call, and are deleted with it. */
export function createEditedArguments(call: ToolCall): [() => string | null, (text: string | null) => void] {
  const { status } = call
  const [text, setText] = createCardText(call, 'args')
  onCleanup(() => {
    if (call.status !== status) setText(null)
  })
  return [text, setText]
}

/** Why the person denies a call, kept the same way; it moves nowhere when the call was decided elsewhere. */
export function createDenyReason(call: ToolCall): [() => string | null, (text: string | null) => void] {
  const { status } = call
  const [text, setText] = createCardText(call, 'reason')
  onCleanup(() => {
    if (call.status !== status) setText(null)
  })
  return [text, setText]
}

/** Values of a form of a server, as JSON text, kept the same way; deleted with the form. */
export function createFormText(call: ToolCall): [() => string | null, (text: string | null) => void] {
  const { form } = call
  const [text, setText] = createCardText(call, 'form')
  onCleanup(() => {
    if (call.form?.id !== form?.id) setText(null)
  })
  return [text, setText]
}

function createCardText(call: ToolCall, what: string): [...ReturnType<typeof createKeptText>, sessionId: string] {
  // ids of calls are unique in their session only
  const sessionId = useApp().state.open?.id ?? ''
  return [...createKeptText(() => `${what}:${sessionId}:${call.id}`), sessionId]
}
