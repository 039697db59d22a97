import type { Message, ToolCall } from '../../../agent/message.ts'
import { NO_RECORDING, NOT_RECORDED } from '../../../agent/not-recorded.ts'

/** What one run of a task came to: its cost, its steps, its result. Pure. */
export type RunReport = {
  models: string[]
  /** The person's messages. */
  messages: number
  answers: number
  input: number
  output: number
  /** US dollars, as far as prices are known. `unpriced`: answers without a price. */
  cost: number
  unpriced: number
  /** Milliseconds in which models answered: waits for people and tools are not in it. */
  ms: number
  steps: RunStep[]
  /** The last words, or why there are none. */
  result: string
  failed: boolean
}

/**
 * `recorded`: the answer is that of the recording. `not-recorded`: the recording has none, and nothing was done.
 * `inside`: run in the session's own workspace, or for real.
 */
export type RunStep = { tool: string; args: string; how: 'recorded' | 'not-recorded' | 'run' | 'error' | 'open' }

export const countSteps = ({ steps }: RunReport, how: RunStep['how']): number =>
  steps.filter((step) => step.how === how).length

export function reportOf(rows: readonly Message[]): RunReport {
  const answers = rows.flatMap((row) => (row.role === 'assistant' && row.status !== 'replaced' ? [row] : []))
  const counted = answers.filter(({ usage }) => usage !== null)
  const sum = (of: (row: (typeof answers)[number]) => number): number => counted.reduce((all, row) => all + of(row), 0)
  const texts = answers.map(({ content }) => content.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
  const last = answers.at(-1)
  const failed = last?.status === 'failed'
  return {
    models: [...new Set(answers.flatMap(({ model }) => (model === null ? [] : [model.model])))],
    messages: rows.filter((row) => row.role === 'user').length,
    answers: answers.length,
    input: sum(({ usage }) => usage?.input ?? 0),
    output: sum(({ usage }) => usage?.output ?? 0),
    cost: sum(({ cost }) => cost ?? 0),
    unpriced: counted.filter(({ cost }) => cost === null).length,
    ms: answers.reduce((all, { timestamp, endedAt }) => all + Math.max(0, (endedAt ?? timestamp) - timestamp), 0),
    steps: answers.flatMap(({ calls }) => calls.map(stepOf)),
    result: failed
      ? (last.failure?.message ?? '')
      : (texts.findLast((text) => text.join('') !== '')?.join('\n\n') ?? ''),
    failed,
  }
}

const stepOf = (call: ToolCall): RunStep => ({ tool: call.name, args: call.args, how: howOf(call) })

function howOf({ result }: ToolCall): RunStep['how'] {
  if (result === null) return 'open'
  if (result.recorded === true) return 'recorded'
  const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  if (text.includes(NOT_RECORDED) || text.includes(NO_RECORDING)) return 'not-recorded'
  return result.kind === 'ok' || result.kind === 'reported' ? 'run' : 'error'
}
