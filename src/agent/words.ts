import type { TextBlock } from './content.ts'

/**
 * Texts for the model when a call ends without a result of its tool, and where the context needs a line from the user.
 */

export const text = (words: string): [TextBlock] => [{ type: 'text', text: words }]

export const CONTINUE = '(continue)'
export const EMPTY_MESSAGE = '(empty message)'
export const NO_OUTPUT = '(no output)'
export const STOPPED = 'Stopped by the user before it started.'
export const STOPPED_STARTED = 'Stopped by the user; it may have taken effect.'
export const DENIED = 'Denied by the user.'
/** The person's own words follow in a block of their own. */
export const DENIED_BECAUSE = 'Denied by the user, who gave this reason:'
export const NEVER = 'Denied: the user does not allow this tool.'
export const SKIPPED = 'Skipped by the user; whether it took effect is unknown.'
export const SKIPPED_QUESTION = 'The user did not answer.'
export const SKIPPED_WAIT = 'The user ended the wait before its time.'
export const CUT_OFF = 'Cut off at the output limit; not run. Make the call again, with less in it.'
export const REFUSED = 'Not run: the model refused to go on.'
export const ROW_LOST = 'A part of this conversation is missing in storage.'
export const POISON = 'Started several times without ever ending.'
export const unknownTool = (name: string): string => `There is no tool named "${name}".`
export const tooManyCalls = (most: number): string => `Not run: at most ${most} calls in one answer.`
export const filesChanged = (paths: readonly string[]): string =>
  `No file was changed, because these changed meanwhile: ${paths.join(', ')}. Read them again before you write.`
