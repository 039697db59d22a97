import type { Message, ToolCall, UserMessage } from '../../agent/message.ts'
import { LONGEST_DESCRIPTION, skillNameFrom } from '../../settings/skills/skill.ts'
import { clip } from '../../tools/text-bytes.ts'
import { skillText } from './skill-text.ts'

/**
 * A skill from what succeeded in a session: the task, what was asked for afterwards, and the calls that ended well with
 * their arguments. The same rows give the same text. What files contain is left out.
 */

/** Characters of one message, of one piece of code, of any other value. */
const LONGEST_MESSAGE = 1500
const LONGEST_CODE = 4000
const LONGEST_VALUE = 200
/** Steps from the beginning and from the end. */
const FIRST_STEPS = 40
const LAST_STEPS = 20

/** Calls that say nothing of how the work is done. */
const NO_STEP = new Set(['read_result', 'update_plan', 'notify', 'remember', 'forget', 'wait', 'load_tool_call'])
const CODE: Readonly<Record<string, string>> = { code: '', command: 'sh', task: '', query: '' }
const LANGUAGE: Readonly<Record<string, string>> = { run_python: 'python', run_javascript: 'js', run_shell: 'sh' }
/** Files whose content is a program. */
const PROGRAM = /\.(?:py|m?[jt]sx?|sh|sql|css)$/

/** null: nothing in it succeeded. */
export function draftText(rows: readonly Message[], title: string): string | null {
  const steps = stepsOf(rows)
  if (steps.length === 0) return null
  const [task = '', ...later] = rows.flatMap((row) => (row.role === 'user' && row.by !== 'agent' ? saidIn(row) : []))
  const name = skillNameFrom(title) || 'saved-skill'
  const description = clip((task === '' ? title : task).replaceAll(/\s+/g, ' ').trim(), 200)
  const body = [
    `# ${title.replaceAll(/\s+/g, ' ').trim() || name}`,
    `For tasks like this one:\n\n${quoted(task)}`,
    ...(later.length === 0 ? [] : [`## What the user asked for afterwards\n\n${later.map(quoted).join('\n\n')}`]),
    `## Steps that worked\n\n${numbered(steps).join('\n')}`,
    '## Adapt\n\n- Paths, names and figures are those of one run: use those of the new task.\n- Check the result, as the steps do.',
  ].join('\n\n')
  return skillText({ name, description: description.slice(0, LONGEST_DESCRIPTION) || name }, body)
}

const saidIn = ({ content }: UserMessage): string[] => {
  const words = content.flatMap((block) => (block.type === 'text' ? [block.text.trim()] : []))
  const files = content.flatMap((block) => ('file' in block && block.file ? [block.file.path] : []))
  const attached = files.length === 0 ? [] : [`(Attached: ${files.join(', ')})`]
  const text = [...words, ...attached].filter((part) => part !== '').join('\n')
  return text === '' ? [] : [clip(text, LONGEST_MESSAGE)]
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** The steps that succeeded, each once, in order. */
function stepsOf(rows: readonly Message[]): string[] {
  const known = new Set<string>()
  const steps: string[] = []
  for (const row of rows) {
    if (row.role === 'user' || row.status === 'replaced') continue
    for (const call of row.calls) {
      const key = `${call.name} ${call.args}`
      if (call.result?.kind !== 'ok' || NO_STEP.has(call.name) || known.has(key)) continue
      known.add(key)
      steps.push(stepOf(call))
    }
  }
  return steps
}

function numbered(steps: readonly string[]): string[] {
  const left = steps.length - FIRST_STEPS - LAST_STEPS
  return steps.flatMap((step, at) => {
    if (left > 0 && at === FIRST_STEPS) return [`(${left} more steps of the same kind)`]
    return left > 0 && at > FIRST_STEPS && at < FIRST_STEPS + left ? [] : [`${at + 1}. ${step}`]
  })
}

function stepOf({ name, args }: Pick<ToolCall, 'name' | 'args'>): string {
  const values = argumentsOf(args)
  const path = typeof values['path'] === 'string' ? values['path'] : ''
  const short: string[] = []
  const code: string[] = []
  for (const [field, value] of Object.entries(values)) {
    if (typeof value === 'string' && (field in CODE || (field === 'content' && PROGRAM.test(path))))
      code.push(fenced(clip(value, LONGEST_CODE), LANGUAGE[name] ?? CODE[field] ?? ''))
    else short.push(`${field}: ${shown(value)}`)
  }
  return [`\`${name}\`${short.length === 0 ? '' : ` with ${short.join(', ')}`}`, ...code].join('\n')
}

function argumentsOf(args: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(args)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // a call with such arguments has not succeeded; recorded sessions may hold one
    return {}
  }
}

/** What a file or a document contains is named by its length alone. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length <= LONGEST_VALUE ? text : `(${text.length} characters)`
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  return `   ${fence}${language}\n${text
    .split('\n')
    .map((line) => `   ${line}`.trimEnd())
    .join('\n')}\n   ${fence}`
}
