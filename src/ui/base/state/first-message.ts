import { createSignal } from 'solid-js'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import type { App } from './app-context.ts'
import { HOME } from './drafts.ts'
import type { Beginning } from './say.ts'

/**
 * A message that was sent before there was a model. Its text is the draft of the start page. That it was sent is noted
 * for this tab, so a reload asks for a model again and then sends it.
 */

const KEY = 'reflexor:first-message'

const noted = (): boolean => {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    // storage is blocked: a reload forgets that it was sent, and the text stays in the box
    return false
  }
}
const [waits, setWaits] = createSignal(noted())
/** The person is being asked for a model. */
const [asking, setAsking] = createSignal(false)

export { setAsking }

/** Whether a message waits for a model; reactive. */
export const firstMessageWaits = (): boolean => waits()
/** Whether it may leave as soon as there is a model; reactive. */
export const firstMessageIsDue = (): boolean => waits() && !asking()

/** False: the person takes it back. Its text stays in the box. */
export function setFirstMessage(to: boolean): void {
  setWaits(to)
  try {
    if (to) sessionStorage.setItem(KEY, '1')
    else sessionStorage.removeItem(KEY)
  } catch (error) {
    console.warn('Whether the first message was sent is not stored', error)
  }
}

/** Begins a session with the text of the start page. False: there is none, or the person was told why it stays. */
export function sendFirstMessage({ actions, drafts }: Pick<App, 'actions' | 'drafts'>, beginning: Beginning): boolean {
  setFirstMessage(false)
  const { text, attached } = drafts.read(HOME)
  if (text.trim() === '' && attached.length === 0) return false
  if (!actions.beginSession(beginning, text, attached)) return false
  drafts.write(HOME, { text: '', attached: [], sentAs: null })
  return true
}

/** Has the demo model answer the text of the start page. */
export const sendToDemo = (app: Pick<App, 'actions' | 'drafts'>): boolean =>
  sendFirstMessage(app, { providerId: DEMO_PROVIDER.id, model: DEMO_PROVIDER.model })
