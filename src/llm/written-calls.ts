import { isRecord } from './is-record.ts'
import { literalAt } from './literal.ts'
import type { LlmTool } from './port.ts'
import { BEGINNING, formsAt, type WrittenForm } from './written-forms.ts'

/** A text in order: words, and calls that the model wrote as words. */
export type WrittenPart = { type: 'text'; text: string } | { type: 'call'; name: string; arguments: string }

/** A fence, its language, and its content. The end of the text also ends it. */
const FENCE = /^[ \t]*(```+|~~~+)[ \t]*([\w-]*)[^\n]*\n([\s\S]*?)(?:\n?^[ \t]*\1[ \t]*$|$(?![\s\S]))/gm
/** Fences that may contain a call. Code in another language is meant to be read. */
const LANGUAGES = /^(?:json|jsonc|json5|xml|html|text|plaintext|tool\w*|function\w*|python|py)?$/i
/** Longer texts are not calls. */
const MOST = 200_000
/** The rest of a text from one of these last lines on may be a call without any marker. */
const LAST_LINES = 8
/** Beginnings that are tried: each may be read to the end of the text. */
const MOST_TRIED = 40

type Place = { from: number; to: number; forms: WrittenForm[] }

/**
 * Splits a text that ends with calls into words and calls. null: no call, a call of a tool that was not offered, or
 * words after the last call. A call in code within prose stays text, and so does an unfinished call.
 */
export function writtenCalls(text: string, tools: readonly LlmTool[]): WrittenPart[] | null {
  if (text.length > MOST || !tools.some(({ name }) => text.includes(name))) return null
  const places = placesIn(text)
  const last = places.at(-1)
  if (last === undefined || text.slice(last.to).trim() !== '') return null
  const parts: WrittenPart[] = []
  let at = 0
  for (const { from, to, forms } of places) {
    const before = text.slice(at, from).trim()
    if (before !== '') parts.push({ type: 'text', text: before })
    for (const form of forms) {
      const tool = tools.find(({ name }) => name === form.name)
      if (tool === undefined) return null
      parts.push({ type: 'call', name: tool.name, arguments: JSON.stringify(valuesOf(form, tool)) })
    }
    at = to
  }
  return parts
}

function placesIn(text: string): Place[] {
  const fences = [...text.matchAll(FENCE)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
    language: found[2] ?? '',
    inside: found[3] ?? '',
  }))
  const places: Place[] = []
  let at = 0
  for (const fence of [...fences, null]) {
    const end = fence?.from ?? text.length
    places.push(...marked(text, at, end))
    const reached = Math.max(at, places.at(-1)?.to ?? 0)
    if (fence === null) break
    // a fence inside a call is not a fence
    if (reached > fence.from) {
      at = reached
      continue
    }
    const forms = LANGUAGES.test(fence.language) ? wholly(fence.inside) : null
    if (forms !== null) places.push({ from: fence.from, to: fence.to, forms })
    at = fence.to
  }
  return places.length > 0 ? places : bare(text, fences.at(-1)?.to ?? 0)
}

/** Calls with a marker, outside of code. */
function marked(text: string, from: number, end: number): Place[] {
  const places: Place[] = []
  let tried = 0
  BEGINNING.lastIndex = from
  for (let begin = BEGINNING.exec(text); begin !== null && begin.index < end; begin = BEGINNING.exec(text)) {
    const line = text.slice(Math.max(from, text.lastIndexOf('\n', begin.index) + 1), begin.index)
    if (line.split('`').length % 2 === 0) continue
    if (tried++ === MOST_TRIED) break
    const read = formsAt(text, begin.index)
    if (read === null) continue
    places.push({ from: begin.index, to: read.to, forms: read.calls })
    BEGINNING.lastIndex = read.to
  }
  return places
}

/** Calls that make up the whole piece. */
function wholly(piece: string): WrittenForm[] | null {
  const read = formsAt(piece, 0)
  return read !== null && read.to >= piece.trimEnd().length ? read.calls : null
}

/** A call without any marker at the end of the text. */
function bare(text: string, from: number): Place[] {
  const begins = [...text.matchAll(/^[ \t]*(?=[[{])/gm)].map(({ index }) => index).filter((index) => index >= from)
  const first = text.slice(from).search(/\S/) + from
  const tried = [...new Set([...(begins[0] === first ? [first] : []), ...begins.slice(-LAST_LINES)])]
  for (const at of tried) {
    const forms = wholly(text.slice(at))
    if (forms !== null) return [{ from: at, to: text.length, forms }]
  }
  return []
}

/** Converts text values to the types that the tool wants. */
function valuesOf({ values, texts }: WrittenForm, tool: LlmTool): Record<string, unknown> {
  const wanted = isRecord(tool.parameters['properties']) ? tool.parameters['properties'] : {}
  const read = Object.entries(texts).map(([name, text]): [string, unknown] => {
    const schema = Object.hasOwn(wanted, name) ? wanted[name] : undefined
    if (!isRecord(schema) || takesText(schema)) return [name, text]
    const value = literalAt(text, 0)
    return [name, value === null || text.slice(value.to).trim() !== '' ? text : value.value]
  })
  return { ...values, ...Object.fromEntries(read) }
}

function takesText(schema: Record<string, unknown>): boolean {
  const { type, enum: values } = schema
  if (type !== undefined) return [type].flat().includes('string')
  if (Array.isArray(values)) return values.some((value) => typeof value === 'string')
  const ways = [schema['anyOf'], schema['oneOf']].find(Array.isArray)
  return ways === undefined || ways.some((way) => isRecord(way) && takesText(way))
}
