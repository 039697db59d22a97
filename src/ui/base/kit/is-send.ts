import type { Preferences } from '../../../settings/preferences.ts'
import { isComposing } from './is-composing.ts'

let sendKey: Preferences['sendKey'] = 'enter'

/** The person’s choice, for all boxes. */
export function setSendKey(to: Preferences['sendKey']): void {
  sendKey = to
}

/**
 * Whether a key sends the message. Enter sends and Shift+Enter adds a line, unless the person wants Enter for lines. On
 * touch keyboards, which have no Shift to hold, Enter adds a line. Ctrl or Cmd with Enter always sends.
 */
export const isSend = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  !event.shiftKey &&
  !isComposing(event) &&
  (event.ctrlKey || event.metaKey || (sendKey === 'enter' && !matchMedia('(pointer: coarse)').matches))
