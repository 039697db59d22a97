import { blobsOf, internalTools, llmMessages } from '../../agent/brain-request.ts'
import { contextFor } from '../../agent/context.ts'
import type { Message } from '../../agent/message.ts'
import type { State } from '../../agent/state.ts'
import type { LlmRequest } from '../../llm/port.ts'
import type { JsonSchema } from '../../tools/json-schema.ts'
import type { Tool } from '../../tools/tool.ts'

/** What a request is made of, read from committed rows. All reject with DamagedRecord when a record cannot be read. */
export type RequestSource = {
  /** Rows that joined after `cutAt` and not after `upToCut`, by `n`. */
  messagesAfter: (cutAt: number, upToCut: number) => Promise<Message[]>
  /** The bytes of a blob; null: no longer stored. */
  readBlob: (sha: string) => Promise<Uint8Array | null>
}

/** The request for one cut: the same, however often it is built. */
export async function buildRequest(
  { summary, config }: State,
  cut: number,
  source: RequestSource,
  offered: readonly Tool[],
  schemaOf: (tool: Tool) => JsonSchema,
): Promise<Omit<LlmRequest, 'signal'>> {
  const messages = await source.messagesAfter(summary?.cutAt ?? 0, cut)
  const items = contextFor({ summary, loadedCalls: [], messages, cut })
  const images = new Map<string, string>()
  for (const sha of blobsOf(items)) {
    const bytes = await source.readBlob(sha)
    if (bytes !== null) images.set(sha, base64(bytes))
  }
  const tools = offered.map((tool) => ({
    name: tool.name,
    description: tool.description,
    parameters: schemaOf(tool),
  }))
  return {
    model: config.model.model,
    system: config.systemPrompt,
    messages: llmMessages(items, images),
    tools: [...tools, ...internalTools(summary)],
    toolChoice: 'auto',
    thinking: config.model.thinking,
  }
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += 32_768)
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  return btoa(text)
}
