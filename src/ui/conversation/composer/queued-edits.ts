import { createMemo } from 'solid-js'
import * as z from 'zod/mini'
import type { PlainBlock } from '../../../agent/content.ts'
import { createKeptText } from './kept-text.ts'

/**
 * Edit of a queued message, until the queue holds it. `from`: the text before the edit. `saved`: the edit is being
 * sent.
 */
const QueuedEdit = z.object({ from: z.string(), text: z.string(), saved: z.boolean() })
export type QueuedEdit = z.infer<typeof QueuedEdit>

const Stored = z.record(z.string(), QueuedEdit)

export const wordsOf = ({ content }: { content: readonly PlainBlock[] }): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')

/** Edits of a session by message id, kept over a reload of the tab. null ends one. */
export function createQueuedEdits(
  sessionId: string,
): [() => Record<string, QueuedEdit>, (messageId: string, edit: QueuedEdit | null) => void] {
  const [kept, keep] = createKeptText(() => `queue:${sessionId}`)
  const edits = createMemo(() => {
    const parsed = Stored.safeParse(parseJson(kept() ?? '{}'))
    return parsed.success ? parsed.data : {}
  })
  const change = (messageId: string, edit: QueuedEdit | null): void => {
    const { [messageId]: _, ...others } = edits()
    const all = edit === null ? others : { ...others, [messageId]: edit }
    keep(Object.keys(all).length === 0 ? null : JSON.stringify(all))
  }
  return [edits, change]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // not written by this app: it holds no edit
    return null
  }
}
