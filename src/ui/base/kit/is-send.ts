import { isComposing } from './is-composing.ts'

/**
 * Whether a key sends the message. Enter sends and Shift+Enter adds a line. On touch keyboards, which have no Shift to
 * hold, Enter adds a line. Ctrl or Cmd with Enter always sends.
 */
export const isSend = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  !event.shiftKey &&
  !isComposing(event) &&
  (event.ctrlKey || event.metaKey || !matchMedia('(pointer: coarse)').matches)
