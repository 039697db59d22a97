import type { Immutable } from 'mutative'
import { inOrder } from '../../agent/answer-order.ts'
import { wordsOfBlock } from '../../agent/attachments.ts'
import type { ContextItem } from '../../agent/context.ts'
import { askedModel } from '../../agent/fallback.ts'
import { sizeOfItem, sizeOfTool } from '../../agent/request-size.ts'
import { sizeOfText } from '../../agent/size.ts'
import { systemParts } from '../../agent/system-text.ts'
import { buildRequest } from '../../effects/context/build-request.ts'
import type { ContextView } from '../../protocol/context.ts'
import { messagesUpTo } from '../../storage/read.ts'
import { restoreSession } from '../../storage/restore.ts'
import type { Database } from '../../storage/schema.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import { skillWords } from '../../tools/skills/skill-words.ts'
import { tellTools } from '../../tools/told.ts'
import { storedTools } from '../mcp/known-servers.ts'
import { describedTools } from '../policy/deferred-tools.ts'
import { configuredTools } from '../policy/linked-tools.ts'
import { sensesOf } from '../policy/senses.ts'
import { offeredTools } from '../policy/session-tools.ts'
import { historySource } from '../ports/history-source.ts'
import { pictureTools } from '../ports/picture-tools.ts'
import { refused } from '../refused.ts'
import { usedBy } from './used.ts'

const SHOWN = 1500
const load = <Code>(code: () => Promise<Code>): Promise<Code> => code()

/** The next request of a session, built by the same function as the request that is sent. */
export async function viewContext(db: Database, sessionId: string): Promise<Immutable<ContextView>> {
  const restored = await restoreSession(db, sessionId, 0)
  if (restored.type !== 'restored') throw refused('session-unreadable')
  const { state } = restored
  const { head, config, summary } = state
  const others = [
    ...(await storedTools(db)),
    ...(await configuredTools(db, sessionId, config, load)),
    ...(await pictureTools(db, config, { load })),
  ]
  const offered = describedTools(config, offeredTools(config, ALL_TOOLS, others), others)
  const cut = head.unseen?.cut ?? head.seq
  const senses = await sensesOf(db, askedModel(state))
  const source = historySource(db, sessionId)
  const { request, items, size } = await buildRequest(state, cut, source, offered, tellTools, senses)
  const skills = skillWords(config.background?.skills, offered)
  const parts = systemParts(config, tellTools(offered).words, skills)
  return {
    seq: head.seq,
    window: config.window,
    compressAt: config.compressAt,
    compressAbove: head.compressAbove,
    size: Math.ceil(size * (head.measure?.factor ?? 1)),
    system: parts.map((part) => ({ ...part, size: sizeOfText(part.text) })),
    cached: await cachedShare(db, sessionId, head.seq),
    tools: request.tools.map((tool) => ({ name: tool.name, size: sizeOfTool(tool) })),
    messages: items.map((item, place) => viewOf(item, place === 0 && summary !== null && summary.cutAt > 0)),
    listed: (summary?.calls ?? []).map(({ id, name, about = '' }) => ({ id, name, about })),
    summary,
    used: await usedBy(db, head),
    json: JSON.stringify(
      request,
      (key, value: unknown) => (key === 'data' && typeof value === 'string' ? `[${value.length} characters]` : value),
      2,
    ),
  }
}

/** The share of the last request that the provider had cached. null: the provider doesn’t say. */
async function cachedShare(db: Database, sessionId: string, seq: number): Promise<number | null> {
  const rows = await messagesUpTo(db, sessionId, seq, 20).catch(() => [])
  const last = rows.findLast((row) => row.role === 'assistant' && row.usage !== null)
  const usage = last?.role === 'assistant' ? last.usage : null
  return usage === null || usage.input <= 0 ? null : Math.min(1, usage.cacheRead / usage.input)
}

function viewOf(item: ContextItem, isSummary: boolean): ContextView['messages'][number] {
  const lines =
    item.role === 'assistant'
      ? inOrder(item.content, item.calls).map((block) =>
          block.type === 'tool-call' ? `→ ${block.call.name} ${block.call.args}` : wordsOfBlock(block),
        )
      : (item.role === 'tool' ? item.call.content : item.content).map(wordsOfBlock)
  const text = lines.filter((line) => line !== '').join('\n')
  const label = { user: 'You', assistant: 'Assistant', tool: 'Result' }[item.role]
  return {
    role: item.role,
    label: isSummary ? 'Summary' : item.role === 'tool' ? `Result of ${item.call.name}` : label,
    text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text,
    size: sizeOfItem(item),
    ...(item.role === 'tool' && SHORTENED.test(text) && { callId: item.call.id }),
    how: isSummary ? 'summary' : item.role === 'tool' && SHORTENED.test(text) ? 'shortened' : 'full',
  }
}

/** Matches the text of `shortened`. */
const SHORTENED = /load_tool_call \d+\.\d+\.\d+ shows (them|this one|it)/
