import { askedOnceMore, LOST_CONTAINER } from './asked-once-more.ts'
import { runsIn } from './code-runs.ts'
import { isRecord } from './is-record.ts'
import type { LlmRequest } from './port.ts'

/**
 * The sandbox in which OpenAI ran code has a name, which each run tells. A request whose tool gives the name finds the files that were written
 * there; code-runs.ts keeps it with the run, under a name of its own, since what has `openai` goes back as it was. It ends 20 minutes after
 * it was last used, which only a refusal tells. Source: OpenAI's guide to the code interpreter, "Containers".
 */

/** The container of the newest run; null: OpenAI ran no code. */
export function containerOf(request: Pick<LlmRequest, 'messages' | 'earlierRuns'>): string | null {
  const ids = runsIn(request).map(({ meta }) => meta?.['openai-container']?.['id'])
  return ids.findLast((id) => typeof id === 'string') ?? null
}

/** Asked once more with a new container where the named one is gone. */
export const withoutLostContainer = (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  askedOnceMore(fetch, {
    ...LOST_CONTAINER,
    without: ({ tools, ...body }) => {
      if (!Array.isArray(tools) || !tools.some(isNamed)) return null
      return { ...body, tools: tools.map((tool) => (isNamed(tool) ? { ...tool, container: { type: 'auto' } } : tool)) }
    },
  })

const isNamed = (tool: unknown): boolean =>
  isRecord(tool) && tool['type'] === 'code_interpreter' && typeof tool['container'] === 'string'
