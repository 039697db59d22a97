import { t } from './t.ts'

/** Several words in a row, with the language's own sign between them. */
export const joined = (pieces: readonly string[]): string => pieces.join(t(', '))
