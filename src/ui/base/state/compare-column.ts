import type { Message } from '../../../agent/message.ts'
import type { StreamSnapshot } from '../../../protocol/common.ts'

/** One of several answers that stand side by side. */
export type ColumnView = {
  question: string
  /** null: it was not asked yet. */
  model: { providerId: string; model: string } | null
  text: string
  /** Tool calls so far. */
  calls: number
  /** As far as prices are known; `unpriced`: answers without a price. */
  cost: number
  unpriced: number
  answers: number
  tokens: number
  /** Wall time, ms. */
  askedAt: number | null
  endedAt: number | null
  failure: string | null
}

/** `rows`: the message and everything after it. `streams`: text under way. Pure. */
export function columnOf(rows: readonly Message[], streams: readonly StreamSnapshot[]): ColumnView {
  const question = rows.find((row) => row.role === 'user')
  const answers = rows.flatMap((row) => (row.role === 'assistant' && row.status !== 'replaced' ? [row] : []))
  const texts = answers.map(({ content, cut }) => {
    const done = textOf(content.map((block) => (block.type === 'text' ? block.text : '')))
    const coming = streams.find((stream) => stream.cut === cut)
    const soFar = textOf((coming?.blocks ?? []).map(({ kind, text }) => (kind === 'text' ? text : '')))
    return soFar.length > done.length ? soFar : done
  })
  const counted = answers.filter(({ usage }) => usage !== null)
  const last = answers.at(-1)
  return {
    question:
      question === undefined ? '' : textOf(question.content.map((block) => (block.type === 'text' ? block.text : ''))),
    model: answers.findLast(({ model }) => model !== null)?.model ?? null,
    text: textOf(texts),
    calls: answers.reduce((sum, { calls }) => sum + calls.length, 0),
    cost: counted.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    unpriced: counted.filter(({ cost }) => cost === null).length,
    answers: counted.length,
    tokens: counted.reduce((sum, { usage }) => sum + (usage?.input ?? 0) + (usage?.output ?? 0), 0),
    askedAt: question?.timestamp ?? null,
    endedAt: last?.endedAt ?? null,
    failure: last?.status === 'failed' ? (last.failure?.message ?? '') : null,
  }
}

const textOf = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')
