import { expect, it } from 'vitest'
import type { Llm, LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import { countTime } from '../../support/own-time.ts'

/** The laws of the port, for every adapter: the providers' and the demo's. */

export function requestOf(changes: Partial<LlmRequest> = {}): LlmRequest {
  return {
    model: 'test-model',
    system: 'You are a test.',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    tools: ['list_files', 'write_file', 'read_file', 'edit_file'].map((name) => ({
      name,
      description: `Does ${name}`,
      parameters: { type: 'object', properties: {} },
    })),
    toolChoice: 'auto',
    thinking: 'low',
    signal: new AbortController().signal,
    ...changes,
  }
}

/** Reads an answer to its end and holds it to the contract. `contradicts`: see `checkParts`. */
export async function collect(llm: Llm, request: LlmRequest, contradicts = false): Promise<LlmPart[]> {
  const parts: LlmPart[] = []
  for await (const part of llm(request)) parts.push(part)
  checkParts(parts, contradicts)
  return parts
}

export function last(parts: LlmPart[]): LlmPart {
  const part = parts.at(-1)
  if (part === undefined) throw new Error('an answer without parts')
  return part
}

export function errorOf(parts: LlmPart[]): Extract<LlmPart, { type: 'error' }>['error'] {
  const part = last(parts)
  if (part.type !== 'error') throw new Error(`not an error: ${JSON.stringify(part)}`)
  return part.error
}

/**
 * Exactly one `done` or `error`, last; `start` first; each block start, deltas, end; indexes in order of the starts.
 * `contradicts`: the wire says at the end of a call something else than in its pieces, some of which were lost: its
 * last word is what counts.
 */
export function checkParts(parts: LlmPart[], contradicts = false): void {
  const finals = parts.filter(({ type }) => type === 'done' || type === 'error')
  expect(finals).toHaveLength(1)
  expect(parts.at(-1)).toBe(finals[0])
  const starts = parts.filter(({ type }) => type === 'start')
  expect(starts.length).toBeLessThanOrEqual(1)
  if (parts.length > 1) expect(parts[0]?.type).toBe('start')
  const blocks = new Map<number, { kind: string; ended: boolean; text: string }>()
  for (const part of parts) {
    if (!('index' in part)) continue
    if (part.type === 'image') {
      expect(part.index).toBe(blocks.size)
      blocks.set(part.index, { kind: 'image', ended: true, text: part.data })
      continue
    }
    // what came of a run may never be told, and is told once
    if (part.type === 'code-run') {
      expect(part.index).toBe(blocks.size)
      blocks.set(part.index, { kind: 'code-run', ended: true, text: part.code })
      continue
    }
    if (part.type === 'code-run-end') {
      expect(blocks.get(part.index)).toMatchObject({ kind: 'code-run' })
      blocks.set(part.index, { kind: 'code-run-ended', ended: true, text: part.output })
      continue
    }
    if (part.type === 'code-run-meta') {
      expect(blocks.get(part.index)?.kind).toMatch(/^code-run/)
      continue
    }
    if (part.type === 'text-is-thinking') {
      expect(blocks.get(part.index)).toMatchObject({ kind: 'text', ended: true })
      continue
    }
    const [kind, step] = splitType(part.type)
    const block = blocks.get(part.index)
    if (step === 'start') {
      expect(part.index).toBe(blocks.size)
      blocks.set(part.index, { kind, ended: false, text: '' })
      continue
    }
    expect(block).toMatchObject({ kind, ended: false })
    if (block === undefined) continue
    if ('text' in part) {
      expect(part.text).not.toBe('')
      block.text += part.text
    } else block.ended = true
    if (part.type === 'tool-call-end' && !contradicts) expect(block.text).toBe(part.arguments)
  }
  if (last(parts).type === 'done') expect([...blocks.values()].every(({ ended }) => ended)).toBe(true)
}

function splitType(type: string): [kind: string, step: string] {
  const at = type.lastIndexOf('-')
  return [type.slice(0, at), type.slice(at + 1)]
}

export type Made = {
  llm: Llm
  /** Resolves when the other side has seen that we hung up; absent where there is no other side. */
  hungUp?: () => Promise<void>
}

/** `make` gives a model that answers slowly with thinking, text and a tool call. */
export function runLlmContract(make: () => Promise<Made>): void {
  it('gives start, blocks in order, done at the end', async () => {
    const { llm } = await make()
    const parts = await collect(llm, requestOf())
    expect(last(parts)).toMatchObject({ type: 'done', stopReason: 'tool-use' })
    const kinds = new Set(parts.map(({ type }) => type))
    for (const type of ['start', 'thinking-delta', 'text-delta', 'tool-call-end']) expect(kinds).toContain(type)
  })

  it('a request that was aborted before ends with aborted and nothing else', async () => {
    const { llm } = await make()
    expect(await collect(llm, requestOf({ signal: AbortSignal.abort() }))).toMatchObject([
      { type: 'error', error: { kind: 'aborted', retryable: false } },
    ])
  })

  it.each(['start', 'thinking-delta', 'text-delta', 'tool-call-start', 'tool-call-delta'])(
    'an abort at the first %s ends with aborted at once, and the other side sees it',
    async (phase) => {
      const { llm, hungUp } = await make()
      const controller = new AbortController()
      const parts: LlmPart[] = []
      let since: (() => number) | null = null
      for await (const part of llm(requestOf({ signal: controller.signal }))) {
        parts.push(part)
        if (part.type !== phase || since !== null) continue
        since = countTime()
        controller.abort()
      }
      expect(since?.()).toBeLessThan(500)
      checkParts(parts)
      expect(parts.at(-2)?.type).toBe(phase)
      expect(errorOf(parts)).toMatchObject({ kind: 'aborted', retryable: false })
      await hungUp?.()
    },
  )

  it('a consumer that stops reading closes the connection', async () => {
    const { llm, hungUp } = await make()
    for await (const part of llm(requestOf())) if (part.type === 'text-delta') break
    await hungUp?.()
  })

  it('an abort with a reason of its own does not throw', async () => {
    const { llm } = await make()
    const controller = new AbortController()
    const done = collect(llm, requestOf({ signal: controller.signal }))
    setTimeout(() => controller.abort(new Error('the tab goes away')), 5)
    expect(errorOf(await done).kind).toBe('aborted')
  })
}
