import { askedOnceMore, LOST_CONTAINER } from './asked-once-more.ts'
import { runsIn } from './code-runs.ts'
import { isRecord } from './is-record.ts'
import type { LlmRequest } from './port.ts'

/**
 * The sandbox in which OpenAI ran code has an id, which each run reports. A request whose tool names it finds the files
 * written there. code-runs.ts stores the id with the run, under a separate name, since data under `openai` is sent back
 * unchanged. A container ends 20 minutes after its last use, which only a refusal reveals. Source: OpenAI's guide to
 * the code interpreter, "Containers".
 */

/** The container of the newest run; null: OpenAI ran no code. */
export function containerOf(request: Pick<LlmRequest, 'messages' | 'earlierRuns'>): string | null {
  const ids = runsIn(request).map(({ meta }) => meta?.['openai-container']?.['id'])
  return ids.findLast((id) => typeof id === 'string') ?? null
}

/** Repeats the request with a new container if the named one is gone. */
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
