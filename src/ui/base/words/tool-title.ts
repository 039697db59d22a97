import { said } from './said.ts'
import { isOurs, toolWords } from './tool-words.ts'

/** Readable name of a tool in a list: the same everywhere. */
export const toolTitle = ({ name, label }: { name: string; label: string }): string =>
  isOurs(name) ? toolWords(name).label : said(label)
