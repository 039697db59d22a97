import type { ToolView } from '../../protocol/tools.ts'
import type { PlainPhrase } from '../base/words/t.ts'

/** Descriptions of tools for people, who decide about them; the model has its own descriptions. */
type Said = { group: ToolGroup; does: PlainPhrase }
export type ToolGroup = (typeof TOOL_GROUPS)[number]
const TOOL_GROUPS = [
  'Session files',
  'A folder on your disk',
  'Code and pages',
  'The web',
  'You and your time',
  'Others',
] as const satisfies readonly PlainPhrase[]

const file = (does: PlainPhrase): Said => ({ group: 'Session files', does })
const disk = (does: PlainPhrase): Said => ({ group: 'A folder on your disk', does })
const code = (does: PlainPhrase): Said => ({ group: 'Code and pages', does })
const web = (does: PlainPhrase): Said => ({ group: 'The web', does })
const you = (does: PlainPhrase): Said => ({ group: 'You and your time', does })

const SAID: Record<string, Said> = {
  list_files: file('Lists the files.'),
  find_files: file('Finds files by name.'),
  search_files: file('Searches the text of files.'),
  read_file: file('Reads a file, including images and PDFs.'),
  write_file: file('Creates or replaces a file. Earlier versions are kept.'),
  edit_file: file('Edits part of a file. Earlier versions are kept.'),
  move_file: file('Moves or renames a file.'),
  delete_file: file('Deletes a file. You can restore it from its history.'),
  read_result: file('Reads more of a long result from an earlier step.'),
  disk_list: disk('Lists the folder that you linked.'),
  disk_find: disk('Finds files there by name.'),
  disk_search: disk('Searches the text of files there.'),
  disk_read: disk('Reads a file there.'),
  disk_write: disk('Creates or replaces a file there. This can’t be undone.'),
  disk_edit: disk('Edits part of a file there. This can’t be undone.'),
  disk_delete: disk('Deletes a file there. This can’t be undone.'),
  disk_to_workspace: disk('Copies a file from there into the session.'),
  run_shell: code(
    'Runs shell commands on the session’s files. Opens one web address at a time, if you allow the site.',
  ),
  run_javascript: code('Runs code in a sandbox: no network, only the session’s files.'),
  run_python: code('Runs Python in a sandbox. Asks once before it loads packages.'),
  make_document: code('Makes Word, Excel, PowerPoint and PDF files.'),
  make_picture: code('Makes or changes a picture with the model for pictures. Your provider charges for each.'),
  show_artifact: code('Shows you a page, an image or a document in the session.'),
  search_web: web('Searches the web and reads the results.'),
  fetch_page: web('Opens a web page and reads its text.'),
  delegate: you('Hands parts of the work to helpers. Each is a session that you can open and stop.'),
  ask_user: you('Asks you a question and waits for your answer.'),
  notify: you('Notifies you while you are elsewhere.'),
  wait: you('Waits for a while or until a time, then continues.'),
  every: you('Gives a session the same task again at set times.'),
  remember: you('Saves a note for all future sessions.'),
  forget: you('Deletes a saved note.'),
  find_tools: you('Finds tools of your MCP servers when there are many.'),
}

/** Its description for people, if it is a built-in tool. */
export const saidOf = (name: string): Said | undefined => (Object.hasOwn(SAID, name) ? SAID[name] : undefined)

/** Tools by group, in the order of `TOOL_GROUPS`; empty groups are left out. */
export const groupTools = (tools: readonly ToolView[]): { group: ToolGroup; tools: ToolView[] }[] =>
  TOOL_GROUPS.map((group) => ({
    group,
    tools: tools.filter(({ name }) => (saidOf(name)?.group ?? 'Others') === group),
  })).filter(({ tools: some }) => some.length > 0)
