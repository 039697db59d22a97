import { expect, it } from 'vitest'
import type { Message } from '../../../../src/agent/message.ts'
import { draftText } from '../../../../src/worker/skills/draft-text.ts'
import { parseSkill } from '../../../../src/worker/skills/parse-skill.ts'
import { withoutAttached } from '../../../../src/worker/skills/without-attached.ts'

const says = (text: string, more: object = {}): Message =>
  ({ role: 'user', content: [{ type: 'text', text }], ...more }) as unknown as Message
const call = (name: string, args: object, kind = 'ok', text = 'done') => ({
  ...{ name, args: JSON.stringify(args) },
  result: { kind, content: [{ type: 'text', text }] },
})
const answers = (...calls: object[]): Message =>
  ({ role: 'assistant', status: 'complete', content: [], calls }) as unknown as Message

const RUN: Message[] = [
  says('Chart the sales of each region.'),
  answers(call('read_file', { path: 'sales.csv' }), call('run_python', { code: 'raise' }, 'error')),
  answers(
    call('run_python', { code: 'import pandas\nprint(`1`)' }),
    call('run_python', { code: 'import pandas\nprint(`1`)' }),
    call('write_file', { path: 'report.md', content: 'x'.repeat(900) }),
    call('write_file', { path: 'clean.py', content: 'print("clean")' }),
    call('fetch_page', { url: 'https://a.example' }, 'denied'),
    call('update_plan', { steps: [] }),
  ),
  says('Sort it by size.'),
  answers(call('edit_file', { path: 'clean.py', old_text: 'a', new_text: 'b' })),
  { ...(answers(call('delete_file', { path: 'all' })) as object), status: 'replaced' } as unknown as Message,
]

it('what failed, was denied or replaced is in the draft, or what succeeded is not', () => {
  const text = draftText(RUN, 'Sales by region') ?? ''
  expect(parseSkill(text, '')).toEqual({ name: 'sales-by-region', description: 'Chart the sales of each region.' })
  expect(text).toContain('> Chart the sales of each region.')
  expect(text).toContain('> Sort it by size.')
  expect(text).toContain('1. `read_file` with path: "sales.csv"')
  expect(text).toContain('2. `run_python`\n   ```python\n   import pandas\n   print(`1`)\n   ```')
  expect(text).toContain('3. `write_file` with path: "report.md", content: (902 characters)')
  expect(text).toContain('print("clean")')
  expect(text).toContain('5. `edit_file` with path: "clean.py", old_text: "a", new_text: "b"')
  for (const absent of ['raise', 'fetch_page', 'update_plan', 'delete_file', '6. ']) expect(text).not.toContain(absent)
  expect(draftText(RUN, 'Sales by region')).toBe(text)
})

it('a session without a step that succeeded gives a skill', () => {
  expect(draftText([says('Hi'), answers(call('run_python', { code: 'x' }, 'error'))], 'Hi')).toBeNull()
})

it('code with a fence in it breaks out of its own, and a hundred steps fill the draft', () => {
  const fence = draftText([answers(call('run_shell', { command: 'echo "```"' }))], '') ?? ''
  expect(fence).toContain('   ````sh\n   echo "```"\n   ````')
  const many = Array.from({ length: 100 }, (_, n) => call('read_file', { path: `${n}` }))
  const text = draftText([says('Read'), answers(...many)], 'x') ?? ''
  expect(text).toContain('(40 more steps of the same kind)')
  expect(text).toContain('\n100. ')
  expect(text.length).toBeLessThan(10_000)
})

it('a description that a message begins with ends the front matter', () => {
  const text = draftText([says('---\nname: evil\n---\nX'), answers(call('list_files', {}))], 'Fine') ?? ''
  expect(parseSkill(text, '')).toEqual({ name: 'fine', description: '--- name: evil --- X' })
})

it('lines of an attached file are in a skill, whether the agent wrote them into code or the message shows them', () => {
  const file = { path: 'salaries.csv', blob: 'b', size: 9, mediaType: 'text/csv' }
  const attached = {
    type: 'document',
    name: 'salaries.csv',
    mediaType: 'text/csv',
    blob: 'b',
    words: null,
    length: 9,
    file,
  }
  const rows = [
    { ...says('Sum it'), content: [{ type: 'text', text: 'Sum it' }, attached] } as unknown as Message,
    answers(
      call('read_file', { path: 'salaries.csv' }, 'ok', 'name;salary\nErika Mustermann;123456\nx'),
      call('run_python', { code: 'rows = """\nErika Mustermann;123456\nMax Beispiel;7654321\n"""\nprint(sum(rows))' }),
    ),
  ]
  const text = withoutAttached(draftText(rows, 'Sum') ?? '', rows, ['Max Beispiel;7654321'])
  expect(text).not.toMatch(/Erika|Max/)
  expect(text.match(/\[a line of an attached file\]/g)).toHaveLength(2)
  expect(text).toContain('print(sum(rows))')
  expect(text).toContain('(Attached: salaries.csv)')
})
