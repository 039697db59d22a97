/** What tools are called for people, who read words and not names. `one` and `many` are parts of a sentence; "#": how many. */
export type ToolWords = { icon: ToolIcon; label: string; done: string; one: string; many: string }
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

const words = (icon: ToolIcon, label: string, done: string, one: string, many: string): ToolWords => ({
  ...{ icon, label, done, one, many },
})

const BUILT_IN: Record<string, ToolWords> = {
  list_files: words('find', 'List files', 'Listed files', 'listed files', 'listed files # times'),
  find_files: words('find', 'Find files', 'Found files', 'looked for files', 'looked for files # times'),
  search_files: words('find', 'Search files', 'Searched files', 'searched files', 'searched files # times'),
  read_file: words('read', 'Read file', 'Read', 'read a file', 'read # files'),
  write_file: words('write', 'Write file', 'Wrote', 'wrote a file', 'wrote # files'),
  edit_file: words('write', 'Edit file', 'Edited', 'edited a file', 'edited # files'),
  move_file: words('write', 'Move file', 'Moved', 'moved a file', 'moved # files'),
  delete_file: words('delete', 'Delete file', 'Deleted', 'deleted a file', 'deleted # files'),
  read_result: words('read', 'Read result', 'Read a result', 'read a result', 'read # results'),
  run_javascript: words('code', 'Run code', 'Ran code', 'ran code', 'ran code # times'),
  show_artifact: words('page', 'Show page', 'Showed a page', 'showed a page', 'showed # pages'),
  search_web: words('web', 'Search the web', 'Searched the web', 'searched the web', 'searched the web # times'),
  fetch_page: words('web', 'Open page', 'Opened', 'opened a page', 'opened # pages'),
  ask_user: words('person', 'Ask you', 'Asked you', 'asked you', 'asked you # times'),
  notify: words('person', 'Notify you', 'Notified you', 'notified you', 'notified you # times'),
  wait: words('wait', 'Wait', 'Waited', 'waited', 'waited # times'),
  remember: words('memory', 'Remember', 'Remembered', 'remembered a note', 'remembered # notes'),
  forget: words('memory', 'Forget', 'Forgot', 'forgot a note', 'forgot # notes'),
}

const ON_DISK: Record<string, string> = {
  disk_list: 'list_files',
  disk_find: 'find_files',
  disk_search: 'search_files',
  disk_read: 'read_file',
  disk_write: 'write_file',
  disk_edit: 'edit_file',
  disk_delete: 'delete_file',
  disk_to_workspace: 'read_file',
}

/** Total: of a tool of somebody else, its name with spaces; of a name that holds other signs, the name as it is. */
export function toolWords(name: string): ToolWords {
  const own = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined
  if (own !== undefined) return own
  const base = Object.hasOwn(ON_DISK, name) ? BUILT_IN[ON_DISK[name] ?? ''] : undefined
  if (base !== undefined) return { ...base, label: `${base.label} on disk`, done: `${base.done} on disk` }
  const plain = /^[\w-]{1,128}$/.test(name) ? name.replace('__', ' · ').replace(/_+/g, ' ').trim() || name : name
  return words('tool', plain, plain, `used ${plain}`, `used ${plain} # times`)
}

const KINDS = 3

/** "Edited 2 files, ran code": what was done by calls of these names, in their order. */
export function stepsInWords(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const parts = [...counts].map(([name, count]) => {
    const { one, many } = toolWords(name)
    return count === 1 ? one : many.replace('#', String(count))
  })
  const more = parts.length > KINDS ? `, and ${parts.length - KINDS} more` : ''
  const sentence = parts.slice(0, KINDS).join(', ') + more
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
