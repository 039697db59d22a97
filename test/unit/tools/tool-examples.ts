import { bytesOf, memoryFiles, shaOf } from './memory-files.ts'

const RESULT = 'a long result\n'

/** Arguments with which each tool works on the workspace below; a tool without an entry fails the suite. */
export const EXAMPLES: Record<string, Record<string, unknown>> = {
  list_files: {},
  read_file: { path: 'notes/plan.md' },
  search_files: { query: 'plan' },
  write_file: { path: 'new.txt', content: 'hello' },
  edit_file: { path: 'notes/plan.md', old_text: 'the plan', new_text: 'a plan' },
  delete_file: { path: 'notes/plan.md' },
  read_result: { result: shaOf(bytesOf(RESULT)) },
  run_javascript: { code: "writeFile('sum.txt', readFile('kept.txt').length + '')", timeout_ms: 2000 },
  run_python: { code: "open('sum.txt', 'w').write('14')" },
  make_document: { path: 'plan.docx', markdown: '# Plan' },
  run_shell: { command: 'wc -c < kept.txt > sum.txt', timeout_ms: 2000 },
  delegate: { task: 'Read the plan.', title: 'Reader' },
  fetch_page: { url: 'https://example.org/plan' },
  search_web: { query: 'plan' },
  show_artifact: { path: 'page.html', title: 'A page' },
  find_files: { pattern: '**/*.md' },
  move_file: { from: 'kept.txt', to: 'notes/kept.txt' },
  update_plan: { steps: [{ text: 'Boil water', state: 'active' }] },
  ask_user: { question: 'Which one?', choices: ['This', 'That'] },
  wait: { until: '5 minutes', reason: 'the kettle' },
  every: { cron: '0 8 * * *', task: 'Boil water.' },
  notify: { title: 'Done', text: 'The plan is ready.' },
  remember: { note: 'The user likes tea.' },
  forget: { note: 'The user likes tea.' },
  find_tools: { words: 'tea' },
}
/** They end with a question or a time, not with a result: see people-and-time.test.ts. */
export const WAITS = ['ask_user', 'wait']
export const workspace = () =>
  memoryFiles({ 'notes/plan.md': '# the plan\n', 'kept.txt': RESULT, 'page.html': '<h1>A page</h1>' })
