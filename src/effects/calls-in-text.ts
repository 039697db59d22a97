import type { LlmTool, LlmToolCall } from '../llm/port.ts'
import { writtenCalls } from '../llm/written-calls.ts'
import type { SaidPart } from './answer-buffer.ts'

/**
 * The answer with calls that the model wrote as text at its end turned into real calls; null if it wrote none. An
 * answer with a real call is left alone: a model that can call does not write calls. Loaded late
 * (worker/ports/asking-code.ts).
 */
export function callsInText(said: readonly SaidPart[], tools: readonly LlmTool[], cut: number): SaidPart[] | null {
  if (said.some(({ type }) => type === 'tool-call')) return null
  const place = said.findLastIndex((part) => part.type !== 'sources' && !(part.type === 'text' && !part.text.trim()))
  const last = said[place]
  if (last?.type !== 'text') return null
  const parts = writtenCalls(last.text, tools)
  if (parts === null) return null
  let calls = 0
  const read = parts.map((part): SaidPart => {
    if (part.type === 'text') return part
    const { name, arguments: args } = part
    return { type: 'tool-call', id: `written-${cut}-${calls++}`, name, arguments: args } satisfies LlmToolCall
  })
  return [...said.slice(0, place), ...read, ...said.slice(place + 1).filter(({ type }) => type === 'sources')]
}
