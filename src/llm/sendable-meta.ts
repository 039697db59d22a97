import { MOST_DEPTH } from '../json/bounds.ts'
import { nestsDeeper } from '../json/map-strings.ts'
import type { CodeRun, LlmMessage, LlmRequest } from './port.ts'

/**
 * The request without provider data that nests too deeply: it comes from a hostile provider, and no library can encode
 * it. The rest of its block stays.
 */
export function sendableMeta(request: LlmRequest): LlmRequest {
  const { earlierRuns } = request
  return {
    ...request,
    messages: request.messages.map(sendable),
    ...(earlierRuns && { earlierRuns: earlierRuns.map((run): CodeRun => withoutDeep(run)) }),
  }
}

function sendable(message: LlmMessage): LlmMessage {
  if (message.role !== 'assistant' || !message.content.some(isDeep)) return message
  return { ...message, content: message.content.map(withoutDeep) }
}

const isDeep = ({ meta }: { meta?: unknown }): boolean => meta !== undefined && nestsDeeper(meta, MOST_DEPTH)

function withoutDeep<Block extends { meta?: unknown }>(block: Block): Block {
  if (!isDeep(block)) return block
  const { meta: _, ...rest } = block
  return rest as Block
}
