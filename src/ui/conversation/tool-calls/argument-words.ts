import { type PlainPhrase, t } from '../../base/words/t.ts'

const WORDS: Record<string, PlainPhrase> = {
  path: 'File',
  from: 'From',
  to: 'To',
  content: 'Text',
  text: 'Text',
  old_text: 'Replaces',
  new_text: 'With',
  url: 'Address',
  git_remote: 'Address',
  query: 'Search for',
  pattern: 'Pattern',
  code: 'Code',
  title: 'Title',
  question: 'Question',
  choices: 'Choices',
  reason: 'Why',
  name: 'Name',
  from_line: 'From line',
  to_line: 'To line',
  timeout_ms: 'Time limit in ms',
  amount: 'How long',
  unit: 'Unit',
  until: 'Until',
  cron: 'Times (cron)',
  task: 'Task',
  note: 'Note',
  count: 'How many',
  folder: 'Folder',
  result: 'Result',
  source: 'Source',
  ignore_case: 'Ignores case',
  from_byte: 'From byte',
  version: 'Version',
  workspace_path: 'File in the workspace',
}

const VALUES: Record<string, PlainPhrase> = {
  true: 'Yes',
  false: 'No',
  seconds: 'seconds',
  minutes: 'minutes',
  hours: 'hours',
  days: 'days',
}

/** Label of an enumerated value: see ShownValue. */
export const valueWord = (text: string): string => {
  const known = VALUES[text]
  return known === undefined ? text : t(known)
}

/** Label of an argument; an unknown argument shows its own name, with spaces. */
export function argumentWords(name: string): string {
  const known = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined
  return known === undefined ? name.replace(/_+/g, ' ').trim() || name : t(known)
}
