import type { ToolView } from '../../protocol/preferences.ts'
import type { PlainPhrase } from '../words/t.ts'

/** What a tool does, said to the person who allows it; what the model is told of it is written for the model. */
type Said = { group: ToolGroup; does: PlainPhrase }
export type ToolGroup = (typeof TOOL_GROUPS)[number]
const TOOL_GROUPS = [
  'Files of a session',
  'A folder on your disk',
  'Code and pages',
  'The web',
  'You and your time',
  'Others',
] as const satisfies readonly PlainPhrase[]

const file = (does: PlainPhrase): Said => ({ group: 'Files of a session', does })
const disk = (does: PlainPhrase): Said => ({ group: 'A folder on your disk', does })
const code = (does: PlainPhrase): Said => ({ group: 'Code and pages', does })
const web = (does: PlainPhrase): Said => ({ group: 'The web', does })
const you = (does: PlainPhrase): Said => ({ group: 'You and your time', does })

const SAID: Record<string, Said> = {
  list_files: file('Sees which files there are.'),
  find_files: file('Looks for files by their names.'),
  search_files: file('Looks for words in the files.'),
  read_file: file('Reads a file, pictures and PDFs too.'),
  write_file: file('Makes a file or replaces it. Earlier versions are kept.'),
  edit_file: file('Changes a part of a file. Earlier versions are kept.'),
  move_file: file('Moves or renames a file.'),
  delete_file: file('Deletes a file. It can be brought back from its history.'),
  read_result: file('Reads on in a long result of an earlier step.'),
  disk_list: disk('Sees what is in the folder that you linked.'),
  disk_find: disk('Looks for files there by their names.'),
  disk_search: disk('Looks for words in the files there.'),
  disk_read: disk('Reads a file there.'),
  disk_write: disk('Makes or replaces a file there. This cannot be undone.'),
  disk_edit: disk('Changes a part of a file there. This cannot be undone.'),
  disk_delete: disk('Deletes a file there. This cannot be undone.'),
  disk_to_workspace: disk('Copies a file from there into the session.'),
  run_shell: code(
    'Runs commands over the files of the session. Opens one web address at a time, if you allow its site.',
  ),
  run_javascript: code('Runs code in a closed box: no network, and only the files of the session.'),
  run_python: code('Runs Python in a closed box. It asks once before it loads packages.'),
  show_artifact: code('Shows you a page, a picture or a document in the conversation.'),
  search_web: web('Asks a search service and reads what it found.'),
  fetch_page: web('Opens a web page and reads its words.'),
  ask_user: you('Asks you a question and waits for your answer.'),
  notify: you('Tells you something while you look elsewhere.'),
  wait: you('Waits for a while, or until a time, and goes on by itself.'),
  remember: you('Remembers a note for all sessions to come.'),
  forget: you('Forgets a note.'),
}

/** In words for people, where it is a tool of ours. */
export const saidOf = (name: string): Said | undefined => (Object.hasOwn(SAID, name) ? SAID[name] : undefined)

/** Tools by what they are about, in the order of `TOOL_GROUPS`; a group without any is left out. */
export const groupTools = (tools: readonly ToolView[]): { group: ToolGroup; tools: ToolView[] }[] =>
  TOOL_GROUPS.map((group) => ({
    group,
    tools: tools.filter(({ name }) => (saidOf(name)?.group ?? 'Others') === group),
  })).filter(({ tools: some }) => some.length > 0)
