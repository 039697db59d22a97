import { isAttached } from '../../agent/attachments.ts'
import type { Unstamped } from '../../agent/input.ts'
import { EARLIER_PROMPTS } from '../../agent/own-prompt.ts'
import { shortened } from '../../agent/shorten.ts'
import { sizeOfCall, sizeOfMessages } from '../../agent/size.ts'
import type { State, Summary } from '../../agent/state.ts'
import { shaOf } from '../blobs.ts'

/**
 * Parts of an imported session that would reach a model in this person's name, with this person's key, although the
 * transcript does not show them: the system prompt, the summary of older messages, and queued messages. They are left
 * out of the import, unless the person has read and kept them.
 */
export type Foreign = {
  /** SHA-256 of all of it, so that exactly the text that was read is kept. */
  id: string
  kind: 'system-prompt' | 'summary' | 'queued-message'
  text: string
  /** Images and documents in a queued message. */
  images: number
}
export type ForeignRows = { systemPrompt: string; summary: Summary | null; queue: State['queue'] }
/** The parts of one session to leave out (true). */
export type SetAside = { systemPrompt: boolean; summary: boolean; queued: string[] }

/** `ownPrompt`: the system prompt of this person's new sessions, which is not foreign. */
export async function foreignIn({ systemPrompt, summary, queue }: ForeignRows, ownPrompt: string): Promise<Foreign[]> {
  const found: Promise<Foreign>[] = []
  if (isForeignPrompt(systemPrompt, ownPrompt)) found.push(promptOf(systemPrompt))
  if (summary !== null) found.push(summaryOf(summary))
  for (const message of queue) found.push(queuedOf(message))
  return Promise.all(found)
}

/** `keep`: ids of the parts that the person has read and keeps. */
export async function setAside(
  { systemPrompt, summary, queue }: ForeignRows,
  ownPrompt: string,
  keep: ReadonlySet<string>,
): Promise<SetAside> {
  const goes = async (foreign: Promise<Foreign>): Promise<boolean> => !keep.has((await foreign).id)
  const queued: string[] = []
  for (const message of queue) if (await goes(queuedOf(message))) queued.push(message.id)
  return {
    systemPrompt: isForeignPrompt(systemPrompt, ownPrompt) && (await goes(promptOf(systemPrompt))),
    summary: summary !== null && (await goes(summaryOf(summary))),
    queued,
  }
}

/** The input that drops a summary, so that its messages count themselves. `state` holds every row. */
export function dropSummary({ head, summary, messages }: State): Unstamped {
  const old = messages.filter(({ seq }) => seq <= head.summaryCutAt)
  const loaded = new Set(summary?.loaded.map(({ id }) => id))
  const counted = old.flatMap((row) => (row.role === 'assistant' ? row.calls.filter(({ id }) => loaded.has(id)) : []))
  const sent = shortened(messages, head.pruned, loaded).filter(({ seq }) => seq <= head.summaryCutAt)
  const size = sizeOfMessages(sent) - counted.reduce((sum, call) => sum + sizeOfCall(call), 0)
  return { type: 'session-drop-summary', size }
}

const isForeignPrompt = (prompt: string, ownPrompt: string): boolean =>
  prompt.trim() !== '' && prompt !== ownPrompt && !EARLIER_PROMPTS.includes(prompt)

const promptOf = (text: string): Promise<Foreign> => named({ kind: 'system-prompt', text, images: 0 }, text)

const summaryOf = (summary: Summary): Promise<Foreign> => {
  const calls = summary.calls.map(({ id, name, about = '' }) => `- ${id} ${name} ${about}`.trimEnd())
  const { facts, before } = summary
  const part = (title: string, lines: readonly string[]): string[] => (lines.length > 0 ? ['', title, ...lines] : [])
  const text = [
    summary.text,
    ...part('Earlier tool calls:', calls),
    ...part('Files:', facts?.files ?? []),
    ...part('Not known to have taken effect:', facts?.unknown ?? []),
    ...part('The summary before this one, which can be put back:', before ? [before.text] : []),
  ].join('\n')
  return named({ kind: 'summary', text, images: 0 }, text)
}

const queuedOf = ({ content }: State['queue'][number]): Promise<Foreign> => {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const images = content.filter(isAttached).length
  return named({ kind: 'queued-message', text, images }, content)
}

async function named(foreign: Omit<Foreign, 'id'>, whole: unknown): Promise<Foreign> {
  return { id: await shaOf(new TextEncoder().encode(JSON.stringify([foreign.kind, whole]))), ...foreign }
}
