import { type CountedPhrase, count, type PlainPhrase, t } from './t.ts'

/** Readable names of tools. `times`: what `n` calls have done, as part of a sentence. */
export type ToolWords = { icon: ToolIcon; label: string; done: string; times: (n: number) => string }
export type ToolIcon =
  | 'read'
  | 'write'
  | 'find'
  | 'delete'
  | 'code'
  | 'page'
  | 'web'
  | 'person'
  | 'wait'
  | 'memory'
  | 'tool'

type Own = { icon: ToolIcon; label: PlainPhrase; done: PlainPhrase; one: string; many: CountedPhrase }
const words = (icon: ToolIcon, label: PlainPhrase, done: PlainPhrase, one: string, many: CountedPhrase): Own => ({
  ...{ icon, label, done, one, many },
})

const BUILT_IN: Record<string, Own> = {
  list_files: words('find', 'List files', 'Listed files', 'listed files', 'listed files {n} times'),
  find_files: words('find', 'Find files', 'Found files', 'looked for files', 'looked for files {n} times'),
  search_files: words('find', 'Search files', 'Searched files', 'searched files', 'searched files {n} times'),
  read_file: words('read', 'Read file', 'Read', 'read a file', 'read {n} files'),
  write_file: words('write', 'Write file', 'Wrote', 'wrote a file', 'wrote {n} files'),
  edit_file: words('write', 'Edit file', 'Edited', 'edited a file', 'edited {n} files'),
  move_file: words('write', 'Move file', 'Moved', 'moved a file', 'moved {n} files'),
  delete_file: words('delete', 'Delete file', 'Deleted', 'deleted a file', 'deleted {n} files'),
  read_result: words('read', 'Read result', 'Read a result', 'read a result', 'read {n} results'),
  run_shell: words('code', 'Run command', 'Ran a command', 'ran a command', 'ran {n} commands'),
  run_javascript: words('code', 'Run code', 'Ran code', 'ran code', 'ran code {n} times'),
  run_python: words('code', 'Run Python', 'Ran Python', 'ran Python', 'ran Python {n} times'),
  make_document: words('write', 'Make document', 'Made a document', 'made a document', 'made {n} documents'),
  make_picture: words('page', 'Make picture', 'Made a picture', 'made a picture', 'made {n} pictures'),
  show_artifact: words('page', 'Show page', 'Showed a page', 'showed a page', 'showed {n} pages'),
  disk_to_workspace: words(
    'read',
    'Copy file from disk',
    'Copied from disk',
    'copied a file from disk',
    'copied {n} files from disk',
  ),
  search_web: words('web', 'Search the web', 'Searched the web', 'searched the web', 'searched the web {n} times'),
  fetch_page: words('web', 'Open page', 'Opened', 'opened a page', 'opened {n} pages'),
  delegate: words('person', 'Delegate', 'Delegated', 'handed work to a helper', 'handed work to {n} helpers'),
  update_plan: words('person', 'Update plan', 'Updated the plan', 'updated the plan', 'updated the plan {n} times'),
  ask_user: words('person', 'Ask a question', 'Asked you', 'asked you', 'asked you {n} times'),
  notify: words('person', 'Notify you', 'Notified you', 'notified you', 'notified you {n} times'),
  every: words('wait', 'Repeat', 'Set to repeat', 'set a task to repeat', 'set {n} tasks to repeat'),
  wait: words('wait', 'Wait', 'Waited', 'waited', 'waited {n} times'),
  remember: words('memory', 'Remember', 'Remembered', 'remembered a note', 'remembered {n} notes'),
  forget: words('memory', 'Forget', 'Forgot', 'forgot a note', 'forgot {n} notes'),
  find_tools: words('find', 'Find tools', 'Found tools', 'looked for tools', 'looked for tools {n} times'),
}

const ON_DISK: Record<string, string> = {
  disk_list: 'list_files',
  disk_find: 'find_files',
  disk_search: 'search_files',
  disk_read: 'read_file',
  disk_write: 'write_file',
  disk_edit: 'edit_file',
  disk_delete: 'delete_file',
}

/** Whether this file has words for it. */
export const isOurs = (name: string): boolean => Object.hasOwn(ON_DISK, name) || Object.hasOwn(BUILT_IN, name)

/** Words for any tool: for a tool of others, its name with spaces; a name with other characters stays unchanged. */
export function toolWords(name: string): ToolWords {
  const onDisk = Object.hasOwn(ON_DISK, name)
  const known = onDisk ? (ON_DISK[name] ?? '') : name
  const own = Object.hasOwn(BUILT_IN, known) ? BUILT_IN[known] : undefined
  if (own !== undefined) {
    const { icon, one, many } = own
    const said = (phrase: PlainPhrase): string => (onDisk ? t('{what} on disk', { what: t(phrase) }) : t(phrase))
    return { icon, label: said(own.label), done: said(own.done), times: (n) => count(n, one, many) }
  }
  const plain = /^[\w-]{1,128}$/.test(name) ? name.replace('__', ' · ').replace(/_+/g, ' ').trim() || name : name
  return {
    icon: 'tool',
    label: plain,
    done: plain,
    times: (n) => (n === 1 ? t('used {tool}', { tool: plain }) : t('used {tool} {n} times', { tool: plain, n })),
  }
}

const KINDS = 3

/** "Edited 2 files, ran code": what calls of these names did, in order. */
export function stepsInWords(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const steps = [...counts].map(([name, times]) => toolWords(name).times(times))
  const first = steps.slice(0, KINDS).join(t(', '))
  const n = steps.length - KINDS
  const sentence = n > 0 ? t('{steps}, and {n} more', { steps: first, n }) : first
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
