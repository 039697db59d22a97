import { createSignal } from 'solid-js'
import { type Drafts, HOME } from './drafts.ts'

/**
 * A message that was sent before there was a model. Its text is the draft of the start page. That it waits is noted for
 * this tab, so a reload asks for a model again and then sends it.
 */

const KEY = 'reflexor:first-message'

/** `waits`: for a model. `demo`: the demo model answers it. null: nothing was sent. */
type FirstMessage = 'waits' | 'demo' | null

const noted = (): FirstMessage => {
  try {
    return sessionStorage.getItem(KEY) === null ? null : 'waits'
  } catch {
    // storage is blocked: a reload forgets that it was sent, and the text stays in the box
    return null
  }
}
const [firstMessage, setSignal] = createSignal<FirstMessage>(noted())
/** The person is being asked for a model. */
const [asking, setAsking] = createSignal(false)

export { firstMessage, setAsking }

/** Whether it may leave if there is a model; reactive. */
export const isFirstMessageDue = (): boolean => firstMessage() !== null && !asking()

/** null: it was sent, or the person takes it back. Its text stays in the box until it is sent. */
export function setFirstMessage(to: FirstMessage): void {
  setSignal(to)
  try {
    if (to === 'waits') sessionStorage.setItem(KEY, '1')
    else sessionStorage.removeItem(KEY)
  } catch (error) {
    console.warn('Whether the first message was sent is not stored', error)
  }
}

/** Has the demo model answer the text of the start page. False: there is none. */
export function sendToDemo(drafts: Drafts): boolean {
  const { text, attached } = drafts.read(HOME)
  if (text.trim() === '' && attached.length === 0) return false
  setFirstMessage('demo')
  return true
}
