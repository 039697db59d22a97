import { askedOnceMore, LOST_CONTAINER } from './asked-once-more.ts'
import { runsIn } from './code-runs.ts'
import { isRecord } from './is-record.ts'
import type { LlmPart, LlmRequest } from './port.ts'

/**
 * The sandbox in which Anthropic ran code has a name and an end. A request that gives the name is answered from the same sandbox, with the
 * files that were written there. It is kept with the last run of an answer, so it is part of what was said, and another branch of the
 * conversation has another. Source: Anthropic's guide to the code execution tool, "Container reuse".
 */
export type Container = { id: string; expiresAt: string }

/** From what a server says; null: it names none. */
export function containerIn(said: unknown): Container | null {
  if (!isRecord(said)) return null
  const { id, expires_at: expiresAt } = said
  if (typeof id !== 'string' || !/^[\w-]{1,200}$/.test(id)) return null
  return typeof expiresAt === 'string' && expiresAt.length < 100 ? { id, expiresAt } : null
}

/** The same answer; before its end its last run is given the container, which is named once all has been said. */
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

/** The container of the newest answer that ran code; null: none, or it is gone by `now` (ms). */
export function containerOf(request: Pick<LlmRequest, 'messages' | 'earlierRuns'>, now: number): string | null {
  const kept = runsIn(request)
    .map(({ meta }) => meta?.['anthropic']?.['container'])
    .findLast(isRecord)
  const { id, expiresAt } = kept ?? {}
  return typeof id === 'string' && Date.parse(String(expiresAt)) > now ? id : null
}

/** Asked once more with a new container where the named one is gone. */
export const withoutLostContainer = (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  askedOnceMore(fetch, {
    ...LOST_CONTAINER,
    without: ({ container, ...body }) => (container === undefined ? null : body),
  })
