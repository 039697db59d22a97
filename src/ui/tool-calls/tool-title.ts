import { said } from '../words/said.ts'
import { isOurs, toolWords } from './tool-words.ts'

/** What a tool of a list is called for people: the same wherever one reads of it. */
export const toolTitle = ({ name, label }: { name: string; label: string }): string =>
  isOurs(name) ? toolWords(name).label : said(label)
