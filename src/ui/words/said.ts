import { recognise } from './language.ts'

/**
 * A sentence that the worker said or the record holds, which is in English there: in the person's language where the page knows it, else as it
 * is. Sentences with holes are known by the words around them.
 */
export const said = (sentence: string): string => recognise()?.(sentence) ?? sentence
