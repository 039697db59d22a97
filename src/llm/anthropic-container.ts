import { askedOnceMore, LOST_CONTAINER } from './asked-once-more.ts'
import { runsIn } from './code-runs.ts'
import { isRecord } from './is-record.ts'
import type { LlmPart, LlmRequest } from './port.ts'

/**
 * The sandbox in which Anthropic ran code has an id and an expiry. A request with the id is answered from the same
 * sandbox, including its files. The id is stored with the last run of an answer, so it is part of the conversation, and
 * each branch has its own. Source: Anthropic's guide to the code execution tool, "Container reuse".
 */
export type Container = { id: string; expiresAt: string }

/** Reads it from a server's data; null: none named. */
export function containerIn(said: unknown): Container | null {
  if (!isRecord(said)) return null
  const { id, expires_at: expiresAt } = said
  if (typeof id !== 'string' || !/^[\w-]{1,200}$/.test(id)) return null
  return typeof expiresAt === 'string' && expiresAt.length < 100 ? { id, expiresAt } : null
}

/** The same answer; before its end the last run gets the container, which is named only after everything else. */
export async function* keepingContainer(
  parts: AsyncIterable<LlmPart>,
  container: () => Container | null,
): AsyncGenerator<LlmPart, void> {
  let last: number | undefined
  for await (const part of parts) {
    if (part.type === 'code-run') last = part.index
    const named = part.type === 'done' ? container() : null
    if (named !== null && last !== undefined)
      yield { type: 'code-run-meta', index: last, meta: { anthropic: { container: named } } }
    yield part
  }
}

/** The container of the newest answer that ran code; null: none, or expired at `now` (ms). */
export function containerOf(request: Pick<LlmRequest, 'messages' | 'earlierRuns'>, now: number): string | null {
  const kept = runsIn(request)
    .map(({ meta }) => meta?.['anthropic']?.['container'])
    .findLast(isRecord)
  const { id, expiresAt } = kept ?? {}
  return typeof id === 'string' && Date.parse(String(expiresAt)) > now ? id : null
}

/** Repeats the request with a new container if the named one is gone. */
export const withoutLostContainer = (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  askedOnceMore(fetch, {
    ...LOST_CONTAINER,
    without: ({ container, ...body }) => (container === undefined ? null : body),
  })
