import type { LlmError, LlmPart } from '../../llm/port.ts'
import type { TestOutcome } from '../../protocol/providers.ts'
import type { Provider } from '../../settings/provider.ts'
import type { Database } from '../../storage/schema.ts'
import { openProvider } from '../ports/connect.ts'
import { Refused } from '../refused.ts'

const DEADLINE = 30_000

/** Asks for a tiny answer and says in one sentence how that went. `key` undefined: the stored one. */
export async function testProvider(db: Database, provider: Provider, key: string | undefined): Promise<TestOutcome> {
  const { adapter: loading, options, scrub, guard, cleanName } = await openProvider(db, provider, key)
  const adapter = await loading
  const signal = AbortSignal.timeout(DEADLINE)
  const parts = guard(adapter.create(options))({
    model: provider.model,
    system: 'Answer with one word.',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Say OK.' }] }],
    tools: [],
    toolChoice: 'none',
    thinking: 'off',
    maxOutputTokens: 64,
    signal,
  })
  const started = Date.now()
  const last = await lastOf(parts)
  const models = (await adapter.listModels?.(options, signal).catch(() => undefined))?.map(cleanName)
  const found = models === undefined ? {} : { models }
  if (last?.type === 'done')
    return {
      ok: true,
      message: `It works: ${provider.model} answered in ${((Date.now() - started) / 1000).toFixed(1)} s.`,
      ...found,
    }
  if (last?.type !== 'error') return { ok: false, message: 'The answer ended without saying so.', ...found }
  if (last.error.kind === 'aborted')
    return { ok: false, message: `No answer within ${DEADLINE / 1000} seconds.`, ...found }
  return { ok: false, message: scrub(last.error.message), ...found }
}

/** The provider's model ids. Rejects with Refused. */
export async function listModels(db: Database, provider: Provider, key: string | undefined): Promise<string[]> {
  const { adapter: loading, options, scrub, cleanName } = await openProvider(db, provider, key)
  const adapter = await loading
  if (adapter.listModels === undefined) return []
  try {
    return (await adapter.listModels(options, AbortSignal.timeout(DEADLINE))).map(cleanName)
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as LlmError | undefined) : undefined
    throw new Refused(scrub(cause?.message ?? String(error)))
  }
}

async function lastOf(parts: AsyncIterable<LlmPart>): Promise<LlmPart | null> {
  let last: LlmPart | null = null
  for await (const part of parts) last = part
  return last
}
