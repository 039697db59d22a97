import { isComposing } from './is-composing.ts'

/**
 * Whether a key sends what is written. Enter does, with Shift it begins a new line; where a finger writes there is no
 * Shift to hold, so Enter alone begins one there. With Ctrl or Cmd it sends everywhere.
 */
export const isSend = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  !event.shiftKey &&
  !isComposing(event) &&
  (event.ctrlKey || event.metaKey || !matchMedia('(pointer: coarse)').matches)
