import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { clip } from '../text-bytes.ts'
import { changesForm } from './changes-form.ts'
import type { HelperReport } from './helper-port.ts'

/** The same as in `agent/version.ts`. */
export const AT_ONCE = 4
export const LONGEST_TASK = 20_000
const TURNS = 30
const MOST_TURNS = 200
const TITLE = 80

/**
 * Hands a part of the work to a separate session. The call waits durably: its state names the helper's session, and
 * when that is at rest, the call runs again and returns its result.
 */
export const delegate = defineTool({
  name: 'delegate',
  label: 'Delegate',
  description:
    'Hands work to a helper, an agent with a copy of the workspace. It sees only the task. Its last message and changed files come back. Calls run side by side.',
  parameters: z.strictObject({
    task: z.string().check(z.minLength(1), z.maxLength(LONGEST_TASK), z.describe('All it must know.')),
    title: z.optional(z.string().check(z.minLength(1), z.maxLength(TITLE))).check(z.describe('A few words.')),
    tools: z
      .optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)))
      .check(z.describe('Else all of yours.')),
    max_turns: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_TURNS))).check(z.describe('Of the model.')),
    ask_to_keep: z.optional(z.boolean()).check(z.describe('Ask to keep files.')),
  }),
  repeat: 'idempotent',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async (
    { task, title, tools, max_turns: maxTurns = TURNS, ask_to_keep: tries = false },
    { delegate: help, signal, answered },
  ) => {
    if (help === undefined) throw new Error('No helper can be started here.')
    const name = title?.trim() || clip(task.trim().split('\n')[0] ?? '', TITLE)
    const helping = await help({ title: name, task, tools: tools ?? null, maxTurns })
    signal.throwIfAborted()
    if (helping.type === 'at-work') return { helper: helping.session }
    const { report } = helping
    const asks = (tries || report.asks) && report.changes.length > 0
    const form = asks ? await changesForm(name, report.changes) : null
    // an answer to other changes than these does not count: the helper, or the workspace, has moved since
    if (form !== null && answered?.id !== form.id) return { form }
    const isKept = form === null || answered?.action === 'accept'
    return {
      content: [{ type: 'text', text: wordsOf(report, isKept) }],
      files: isKept ? report.changes : [],
      spent: report.spent,
      isError: report.ending !== 'done',
    }
  },
})

const ENDINGS: Record<HelperReport['ending'], string> = {
  done: '',
  stopped: 'This helper was stopped before it was done.',
  limit: 'The helper reached its limit before it was done.',
  failed: 'The helper failed.',
  deleted: 'The user deleted this helper.',
  missing: 'The session of this helper is not on this device. What it did is not known here.',
}

function wordsOf({ ending, text, reason, changes, apart }: HelperReport, isKept: boolean): string {
  const said = text.trim()
  const parts = [
    [ENDINGS[ending], reason].filter((part) => part !== '').join(' '),
    said === ''
      ? ending === 'done'
        ? 'The helper ended without a word.'
        : ''
      : ending === 'done'
        ? said
        : `Its last words:\n${said}`,
    changes.length === 0
      ? ''
      : `${isKept ? 'Files it changed' : DROPPED}: ${listed(changes.map(({ path, to }) => (to === null ? `${path} (deleted)` : path)))}`,
    ...(isKept ? apart : []).map(({ path, copy }) =>
      copy === null
        ? `${path} was changed here meanwhile, so it was not deleted.`
        : `${path} was changed here meanwhile. The helper's version is ${copy}.`,
    ),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

const DROPPED = 'The user dropped its changes, so none of them is in the workspace'

const MOST_LISTED = 50
const listed = (paths: readonly string[]): string =>
  paths.length > MOST_LISTED
    ? `${paths.slice(0, MOST_LISTED).join(', ')} and ${paths.length - MOST_LISTED} more`
    : paths.join(', ')
