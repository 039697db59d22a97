import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../../src/agent/message.ts'
import { prepareCalls } from '../../../src/effects/prepare-calls.ts'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmMessage } from '../../../src/llm/port.ts'
import { argumentsShown, mainArgument, prettyArguments } from '../../../src/search/call-arguments.ts'
import { textsOfCall } from '../../../src/search/call-texts.ts'
import type { ShownValue } from '../../../src/search/shown-values.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { comingArguments } from '../../../src/ui/conversation/tool-calls/coming-arguments.ts'
import { toldBy } from '../../../src/ui/conversation/tool-calls/told-by.ts'
import { worked } from '../../support/own-time.ts'
import { lawsRuns, runs } from '../../support/runs.ts'
import { toolThat } from '../effects/toolkit-harness.ts'
import { collect, requestOf } from '../llm/contract.ts'

/** Whatever JSON a call of an answer holds, the next request can be built and the row can be drawn. */

const KINDS: readonly ProviderKind[] = ['openai-compatible', 'anthropic', 'openai', 'google', 'openrouter']
const tool = toolThat(() => ({ content: [] }))

const nested = (depth: number, open = '{"a":', close = '}', core = '1'): string =>
  open.repeat(depth) + core + close.repeat(depth)
const names = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`name${n}`, n])))

const messagesWith = (args: string, meta?: object): LlmMessage[] => [
  { role: 'user', content: [{ type: 'text', text: 'Go' }] },
  {
    role: 'assistant',
    content: [{ type: 'tool-call', id: 'call_1', name: 'list_files', arguments: args, meta: meta as never }],
  },
  { role: 'tool', id: 'call_1', name: 'list_files', content: [{ type: 'text', text: 'no' }], isError: true },
  { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
]

/** The body of the next request; fails if none leaves. */
async function requestWith(kind: ProviderKind, args: string, meta?: object): Promise<string> {
  const bodies: string[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    bodies.push(String(init?.body))
    return new Response('', { status: 400 })
  }
  const { create } = await loadAdapter(kind)
  const llm = create({ baseUrl: 'https://api.example/v1', fetch, advanced: { unstored: true } })
  const parts = await collect(llm, requestOf({ messages: messagesWith(args, meta) }))
  expect(bodies, JSON.stringify(parts)).not.toEqual([])
  return bodies[0] ?? ''
}

const callWith = (args: string, status: ToolCall['status']): ToolCall =>
  ({ id: '1.1.0', name: 'probe', args, status, question: null, result: null }) as unknown as ToolCall

const elementsOf = (value: ShownValue): number => {
  if (value.kind === 'list') return value.items.reduce((sum, item) => sum + elementsOf(item), 1)
  if (value.kind === 'fields') return value.fields.reduce((sum, field) => sum + elementsOf(field.value), 1)
  return 1
}

/** What a row asks of these functions, before and after the call is decided. Gives the elements that it draws. */
function draw(args: string): number {
  mainArgument(args)
  toldBy('wait', args)
  comingArguments(args)
  prettyArguments(args)
  for (const status of ['pending', 'closed'] as const) textsOfCall(callWith(args, status))
  return (argumentsShown(args)?.list ?? []).reduce((sum, { value }) => sum + elementsOf(value), 0)
}

const prepared = async (args: string) =>
  (await prepareCalls([{ providerId: 'call_1', name: 'probe', args }], { tools: [tool] }))[0]

/** JSON of any shape, some of it far too deep or far too wide. */
const foreign: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 8 }),
  fc.object({ maxDepth: runs(4, 6), maxKeys: 30, withBigInt: false }).map((value) => JSON.stringify(value)),
  fc
    .tuple(
      fc.integer({ min: 1, max: 20_000 }),
      fc.constantFrom(['[', ']'], ['{"a":', '}'], ['{"__proto__":', '}'], ['[{"x":[', ']}]'], ['[[],', ']']),
      fc.boolean(),
    )
    .map(([depth, [open = '', close = ''], isWrapped]) => {
      const core = nested(depth, open, close, '"core"')
      return isWrapped ? `{"path":"a","value":${core}}` : core
    }),
  // 300,000 are tried above
  fc.integer({ min: 1, max: runs(30_000, 80_000) }).map(names),
  fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.nat(20_000)).map(([depth, at]) => nested(depth).slice(0, at)),
  fc.string(),
)

describe('an answer whose arguments', () => {
  it('nested 3,000 deep ended the conversation: every later request failed', async () => {
    for (const kind of KINDS)
      for (const args of [nested(3000), nested(100_000, '[', ']'), nested(3000, '{"a":[', ']}')]) {
        const body = await requestWith(kind, args)
        expect(() => JSON.parse(body)).not.toThrow()
        expect(body).toContain('malformed_arguments')
      }
  })

  it('nested 3,000 deep closes with a problem that a model can mend, and runs nothing', async () => {
    expect((await prepared(nested(3000)))?.problem).toMatch(/nested more than 64 deep.*flatter/)
    expect((await prepared(nested(60)))?.problem).not.toMatch(/deep/)
  })

  it('300,000 names, or 30 MB of text: a problem, and little of them is kept', async () => {
    const wide = await prepared(names(300_000))
    expect(wide?.problem).toMatch(/more than 250000 values/)
    expect(wide?.args.length).toBeLessThan(30_000)
    const long = await prepared(JSON.stringify({ text: 'x'.repeat(30_000_000) }))
    expect(long?.problem).toMatch(/longer than 4000000 characters/)
    expect(long?.args.length).toBeLessThan(30_000)
  })

  it('100,000 names froze the page for 11 seconds: what is drawn at once is bounded', async () => {
    const args = names(100_000)
    expect(draw(args)).toBeLessThan(1000)
    const before = worked()
    draw(args)
    expect(worked() - before).toBeLessThan(2000)
  })

  it('are anything at all: the next request can be built and the row can be drawn', async () => {
    await fc.assert(
      fc.asyncProperty(foreign, fc.constantFrom(...KINDS), async (args, kind) => {
        expect(draw(args)).toBeLessThan(1000)
        const call = await prepared(args)
        expect(call).toBeDefined()
        // as it was kept, and as a session of before holds it
        for (const kept of new Set([call?.args ?? '', args])) JSON.parse(await requestWith(kind, kept))
      }),
      { numRuns: Math.min(lawsRuns, 300) },
    )
  }, 120_000)

  it('carry data of the provider that is nested 3,000 deep: it is not sent back', async () => {
    const deep: unknown = JSON.parse(nested(3000))
    for (const kind of KINDS) {
      const own = kind === 'openai-compatible' ? 'compatible' : kind
      const body = await requestWith(kind, '{}', { [own]: { signature: deep, itemId: 'x' } })
      expect(body.length).toBeLessThan(10_000)
    }
  })
})
