import { showHidden } from './hidden-signs.ts'
import { recognise } from './language.ts'

/**
 * A sentence of the worker or of a stored record, which is English there, in the person's language if the page knows
 * it, else as it is. Sentences with holes are recognised by the words around them. A hole may contain foreign text (a
 * provider's error, a file name), so hidden characters are written out.
 */
export const said = (sentence: string): string => showHidden(recognise()?.(sentence) ?? sentence)
