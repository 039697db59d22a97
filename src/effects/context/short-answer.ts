import { parseBounded } from '../../json/bounds.ts'

/**
 * Extracts what a model says for a machine (a name, a summary) without extras: thinking, fences, JSON, labels, quotes,
 * afterwords.
 */

/** Thinking that a server left in the text; if its start is missing, everything before the end tag is thinking. */
const THOUGHT = /<(think(ing)?|thought|reasoning|reflection)>.*?(<\/\1>|$)/gis
const THOUGHT_END = /^.*<\/(think(ing)?|thought|reasoning|reflection)>/is
/** Channels of gpt-oss: text for the person is in the last channel. */
const CHANNELS = /^.*<\|channel\|>\s*final\s*<\|message\|>/s
const SIGNS = /<\|[a-z_]+\|>|<\/?(s|answer|title|output|response|summary)>/gi
const FENCE = /^\s*(`{3,}|~{3,})[^\n]*\n(.*?)(\n\s*\1\s*|$)/s

/** A longer text: removes thinking and a fence around the whole text. */
export function plainAnswer(said: string): string {
  const spoken = said.replace(CHANNELS, '').replace(THOUGHT, '').replace(THOUGHT_END, '').replace(SIGNS, '').trim()
  const fenced = FENCE.exec(spoken)
  // a fence that ends before the text does is part of the text
  return fenced !== null && fenced[0].length >= spoken.length ? (fenced[2] ?? '').trim() : spoken
}

const LABELS =
  'title|name|titel|titre|título|titolo|标题|题目|名称|タイトル|제목|conversation title|chat title|session (title|name)'
const LABEL = new RegExp(`^[\\s>#*_-]*(${LABELS})[*_\\s]*[:：][*_\\s]*`, 'i')
const CHATTER =
  /^(sure|of course|certainly|okay|ok|absolutely|here('s| is| are)|a (good|suitable|possible))\b[^\n:：]{0,60}\b(title|name)s?\b[^\n:：]{0,40}[:：]\s*/i
/** A rule, a fence, or a cut-off tag. */
const NO_WORDS = /^([`~#*_=-]*|[`~]{3,}\w*|<[^>]*)$/
const QUOTES = /^["'“”„«»‘’「」『』《》`*_]+|["'“”„«»‘’「」『』《》`*_]+$/g

/** The first usable line, such as a name; '' if there is none. */
export function shortAnswer(said: string): string {
  const spoken = said.replace(CHANNELS, '').replace(THOUGHT, '').replace(THOUGHT_END, '').replace(SIGNS, '').trim()
  const inner = (FENCE.exec(spoken)?.[2] ?? spoken).trim()
  const lines = (fromJson(inner) ?? inner)
    .split('\n')
    .map((line) => line.trim().replace(CHATTER, '').replace(LABEL, '').trim())
  const line = lines.find((each) => each !== '' && !NO_WORDS.test(each) && !/[:：]$/.test(each)) ?? ''
  return line
    .replace(/^#+\s*/, '')
    .replace(QUOTES, '')
    .trim()
}

/** The words in JSON; null: it is not JSON. Cut-off JSON still gives its first words. */
function fromJson(text: string): string | null {
  if (!/^[{["]/.test(text)) return null
  try {
    return wordsIn(parseBounded(text))
  } catch {
    const named = /"(?:title|name|标题)"\s*:\s*"((?:[^"\\]|\\.)*)/i.exec(text)?.[1]
    return named === undefined ? (text.startsWith('"') ? null : '') : named.replaceAll('\\"', '"')
  }
}

function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.length === 0 ? '' : wordsIn(value[0])
  if (typeof value !== 'object' || value === null) return ''
  const fields = Object.entries(value)
  const named = fields.find(([name]) => new RegExp(`(${LABELS})$`, 'i').test(name)) ?? fields[0]
  return named === undefined ? '' : wordsIn(named[1])
}
