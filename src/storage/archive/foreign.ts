import { isAttached } from '../../agent/attachments.ts'
import type { Unstamped } from '../../agent/input.ts'
import { shortened } from '../../agent/shorten.ts'
import { sizeOfCall, sizeOfMessages } from '../../agent/size.ts'
import type { State, Summary } from '../../agent/state.ts'
import { shaOf } from '../blobs.ts'

/**
 * What a session from elsewhere would say to a model in this person's name, with this person's key, although the transcript does not show
 * it: the system prompt, the summary that stands for older messages, and messages that still wait to be sent. It is left out of what is
 * imported, unless the person has read it and keeps it.
 */
export type Foreign = {
  /** SHA-256 of all of it, so that what is kept is exactly what was read. */
  id: string
  kind: 'system-prompt' | 'summary' | 'queued-message'
  text: string
  /** Images and documents in a queued message. */
  images: number
}
export type ForeignRows = { systemPrompt: string; summary: Summary | null; queue: State['queue'] }
/** Of one session, by what it came with; true: it goes. */
export type SetAside = { systemPrompt: boolean; summary: boolean; queued: string[] }

/** `ownPrompt`: the system prompt of this person's new sessions, which is nobody else's words. */
export async function foreignIn({ systemPrompt, summary, queue }: ForeignRows, ownPrompt: string): Promise<Foreign[]> {
  const found: Promise<Foreign>[] = []
  if (isForeignPrompt(systemPrompt, ownPrompt)) found.push(promptOf(systemPrompt))
  if (summary !== null) found.push(summaryOf(summary))
  for (const message of queue) found.push(queuedOf(message))
  return Promise.all(found)
}

/** `keep`: ids of what the person has read and keeps. */
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

/** What drops a summary, so that the messages that it stood for speak for themselves; `state` holds every row. */
export function dropSummary({ head, summary, messages }: State): Unstamped {
  const old = messages.filter(({ seq }) => seq <= head.summaryCutAt)
  const loaded = new Set(summary?.loaded.map(({ id }) => id))
  const counted = old.flatMap((row) => (row.role === 'assistant' ? row.calls.filter(({ id }) => loaded.has(id)) : []))
  const sent = shortened(messages, head.pruned, loaded).filter(({ seq }) => seq <= head.summaryCutAt)
  const size = sizeOfMessages(sent) - counted.reduce((sum, call) => sum + sizeOfCall(call), 0)
  return { type: 'session-drop-summary', size }
}

const isForeignPrompt = (prompt: string, ownPrompt: string): boolean => prompt.trim() !== '' && prompt !== ownPrompt

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
