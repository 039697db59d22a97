import type { AdapterOptions } from '../../../src/llm/adapter.ts'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { collect, requestOf } from './contract.ts'

/** One question to an adapter whose provider answers with these bytes. */

export const sse = (...events: (object | string)[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')

/** `contradicts`: see contract.ts. */
export type Asked = {
  kind: ProviderKind
  baseUrl: string
  model: string
  bytes: string
  contradicts?: boolean
  advanced?: AdapterOptions['advanced']
}

/**
 * Asks once, with all that a provider does itself allowed. `cut`: the bytes come in pieces of these lengths, the last
 * as long as the rest. Gives the parts, and the body that was asked.
 */
export async function askBytes(
  { kind, baseUrl, model, bytes, contradicts, advanced }: Asked,
  changes: Partial<LlmRequest> = {},
  cut: number[] = [],
): Promise<{ parts: LlmPart[]; asked: { tools?: object[] } & Record<string, unknown>; headers: Headers }> {
  let body = ''
  let headers = new Headers()
  let rest = new TextEncoder().encode(bytes)
  const pieces = cut.map((length) => {
    const piece = rest.slice(0, length)
    rest = rest.slice(length)
    return piece
  })
  const fetch: typeof globalThis.fetch = async (_, init) => {
    // what is looked up afterwards of an answer is not known here
    if (init?.body === undefined) return new Response(null, { status: 404 })
    body = String(init.body)
    headers = new Headers(init?.headers)
    const all = [...pieces, rest]
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const next = all.shift()
        if (next === undefined) controller.close()
        else controller.enqueue(next)
      },
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  }
  const { create } = await loadAdapter(kind)
  const llm = create({ baseUrl, fetch, advanced: { unstored: true, ...advanced } })
  const parts = await collect(llm, requestOf({ model, webSearch: true, ownCode: true, ...changes }), contradicts)
  return { parts, asked: JSON.parse(body), headers }
}
