import { diagnose } from '../../llm/diagnose/diagnose.ts'
import { smallWindow } from '../../llm/diagnose/small-window.ts'
import type { LlmError, LlmPart } from '../../llm/port.ts'
import type { TestOutcome } from '../../protocol/providers.ts'
import type { Provider } from '../../settings/provider.ts'
import type { Database } from '../../storage/schema.ts'
import { openProvider } from '../ports/connect.ts'
import { askForModels } from '../ports/list-models.ts'
import { Refused } from '../refused.ts'
import { storedSecret } from '../stored-secret.ts'
import { observe } from './observe.ts'

const DEADLINE = 30_000

/**
 * Asks for a tiny answer and reports the result: where it failed, why, and what to do. `key` undefined: the stored key.
 */
export async function testProvider(db: Database, provider: Provider, key: string | undefined): Promise<TestOutcome> {
  const open = await openProvider(db, provider, key)
  const { options, scrub, guard } = open
  const adapter = await open.adapter
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
  const listed = await askForModels(db, provider, open, signal).catch(() => null)
  const found: { models?: string[] } = listed === null ? {} : { models: listed.map(({ id }) => id) }
  if (last?.type === 'done') {
    const model = listed?.find(({ id }) => id === provider.model)
    const little = smallWindow(provider, model?.contextWindow ?? null, model?.isOllama)
    return {
      ok: true,
      message: `It works: ${provider.model} answered in ${((Date.now() - started) / 1000).toFixed(1)} s.`,
      ...(little !== null && { next: little }),
      ...found,
    }
  }
  if (last?.type !== 'error') return { ok: false, message: 'The answer ended unexpectedly.', ...found }
  if (last.error.kind === 'aborted')
    return { ok: false, message: `No answer within ${DEADLINE / 1000} seconds.`, ...found }
  const seen = await observe(
    provider,
    await hasKey(db, provider, key),
    { adapter, options },
    last.error,
    found.models ?? null,
  )
  const { message, next, remedy } = diagnose(seen)
  return { ok: false, message: scrub(message), next: scrub(next), remedy, ...found }
}

async function hasKey(db: Database, { id, baseUrl }: Provider, key: string | undefined): Promise<boolean> {
  return (key ?? (await storedSecret(db, id, new URL(baseUrl).origin))) !== ''
}

/** The provider's model ids. Its descriptions of them are stored. Rejects with Refused. */
export async function listModels(db: Database, provider: Provider, key: string | undefined): Promise<string[]> {
  const open = await openProvider(db, provider, key)
  try {
    return ((await askForModels(db, provider, open)) ?? []).map(({ id }) => id)
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as LlmError | undefined) : undefined
    throw new Refused(open.scrub(cause?.message ?? String(error)))
  }
}

async function lastOf(parts: AsyncIterable<LlmPart>): Promise<LlmPart | null> {
  let last: LlmPart | null = null
  for await (const part of parts) last = part
  return last
}
