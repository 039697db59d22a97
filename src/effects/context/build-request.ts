import { blobsOf, llmMessages, type Senses } from '../../agent/brain-request.ts'
import { type ContextItem, contextFor, runsBehind, toldAt } from '../../agent/context.ts'
import { askedModel } from '../../agent/fallback.ts'
import { internalTools } from '../../agent/internal-tools.ts'
import type { Message } from '../../agent/message.ts'
import { sizeOfItems, sizeOfTools } from '../../agent/request-size.ts'
import { readableBy } from '../../agent/sealed.ts'
import type { State } from '../../agent/state.ts'
import { systemText } from '../../agent/system-text.ts'
import type { LlmRequest } from '../../llm/port.ts'
import { skillWords } from '../../tools/skills/skill-words.ts'
import type { Told } from '../../tools/told.ts'
import type { Tool } from '../../tools/tool.ts'
import { type BareUpTo, withoutEarlierAttached } from './earlier-attached.ts'

/** Sources of a request, read from committed rows. All reject with DamagedRecord when a record cannot be read. */
export type RequestSource = {
  /** Rows that joined after `cutAt`, up to and including `upToCut`, by `n`. */
  messagesAfter: (cutAt: number, upToCut: number) => Promise<Message[]>
  /** Rows by their `n`; missing rows are left out. */
  rowsAt: (ns: readonly number[]) => Promise<Message[]>
  /** The bytes of a blob; null: no longer stored. */
  readBlob: (sha: string) => Promise<Uint8Array | null>
}

export type PlainRequest = Omit<LlmRequest, 'signal'>
/**
 * `size`: estimated tokens of the whole request; `fixed`: of the system prompt and the tools. `items`: what the
 * messages were made from.
 */
export type BuiltRequest = { request: PlainRequest; items: ContextItem[]; size: number; fixed: number }

/**
 * The request for one cut: the same however often it is built. The preview for the person uses this same function.
 * `bareUpTo`: attachments that are no longer sent as files, since a provider refused one.
 */
export async function buildRequest(
  state: Pick<State, 'summary' | 'config' | 'head' | 'messages' | 'plan'>,
  cut: number,
  source: RequestSource,
  offered: readonly Tool[],
  tell: (offered: readonly Tool[]) => Told,
  senses: Senses,
  bareUpTo: BareUpTo = {},
): Promise<BuiltRequest> {
  const { summary, config, head } = state
  const names = new Set([...(summary?.loaded ?? []), ...(summary?.words ?? [])].map(({ n }) => n))
  for (const n of Object.values(summary?.ran ?? {})) names.add(n)
  const asked = askedModel({ head, config })
  const readable = async (rows: Promise<Message[]>): Promise<Message[]> =>
    (await rows).map((row) => readableBy(row, asked.providerId))
  const rows = await Promise.all([
    readable(source.messagesAfter(summary?.cutAt ?? 0, cut)),
    names.size === 0 ? [] : readable(source.rowsAt([...names])),
  ])
  const [messages = [], named = []] = rows.map((some) => withoutEarlierAttached(some, bareUpTo))
  const items = contextFor({ summary, named, messages, cut, pruned: head.pruned, told: toldAt(state, cut) })
  const wanted = blobsOf(items, senses)
  const read = async (shas: readonly string[], as: (bytes: Uint8Array) => string): Promise<Map<string, string>> => {
    const found = new Map<string, string>()
    for (const sha of shas) {
      const bytes = await source.readBlob(sha)
      if (bytes !== null) found.set(sha, as(bytes))
    }
    return found
  }
  const stored = {
    whole: await read(wanted.whole, base64),
    text: await read(wanted.text, (bytes) => new TextDecoder().decode(bytes)),
  }
  const told = tell(offered)
  const tools = [...told.tools, ...internalTools({ summary, head })]
  const skills = skillWords(config.background?.skills, offered)
  const system = systemText(config, told.words, skills)
  const toolWords = [told.words, skills].filter((words) => words !== '').join('\n\n')
  const fixed = sizeOfTools(system, tools)
  return {
    request: {
      model: asked.model,
      system,
      ...(toolWords !== '' && { toolWords }),
      messages: llmMessages(items, stored, senses),
      tools,
      toolChoice: 'auto',
      thinking: asked.thinking,
      cacheKey: head.sessionId,
      ...(config.webSearch && { webSearch: true }),
      ...(config.ownCode && { ownCode: true, earlierRuns: runsBehind(summary, named) }),
    },
    items,
    size: fixed + sizeOfItems(items),
    fixed,
  }
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += 32_768)
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  return btoa(text)
}
