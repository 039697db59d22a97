import { showHidden } from './hidden-signs.ts'
import { recognise } from './language.ts'

/**
 * A sentence that the worker said or the record holds, which is in English there: in the person's language where the
 * page knows it, else as it is. Sentences with holes are known by the words around them. Others have a part in it (an
 * error of a provider, the name of a file), so hidden signs are written out.
 */
export const said = (sentence: string): string => showHidden(recognise()?.(sentence) ?? sentence)
