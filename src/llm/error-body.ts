import { plainError, statusError } from './failure.ts'
import { isRecord } from './is-record.ts'
import type { LlmError } from './port.ts'

/** Reads error bodies of providers, and error events in the middle of a stream. */

/** `message`: in the provider's words, '' if it has none. `code`: its machine-readable types and codes. */
export type Said = { message: string; code: string; status: number | null }

/** Members with words for a person, in order of preference. */
const WORDS = [
  ...['message', 'Message', 'msg', 'error_message', 'error_msg', 'errorMessage', 'error_description', 'status_msg'],
  ...['detail', 'details', 'errors', 'description', 'reason', 'title', 'statusText'],
]
const CODES = [
  'type',
  'code',
  'status',
  'error_type',
  'error_code',
  'errcode',
  'errorCode',
  'status_code',
  'statusCode',
]
/** Members that contain the error itself. */
const INNER = ['error', 'Error', 'base_resp', 'err']
/** Characters shown of a body without any words. */
const SHOWN = 300
const DEEPEST = 5

/** Reads an error of any known shape; for an unknown shape, returns its JSON. Never throws. */
export function saidIn(value: unknown, depth = 0): Said {
  const nothing: Said = { message: '', code: '', status: null }
  if (depth > DEEPEST || value === null || value === undefined) return nothing
  if (typeof value === 'string') return { ...nothing, message: fromJson(value, depth) }
  if (Array.isArray(value)) return { ...nothing, message: joined(value.slice(0, 5).map((each) => oneOf(each, depth))) }
  if (!isRecord(value)) return nothing
  const inner = INNER.map((name) => value[name]).find((each) => hasWords(each))
  if (inner !== undefined && inner !== true) {
    const outer = codesIn(value)
    const found = saidIn(inner, depth + 1)
    return {
      message: found.message || wordsIn(value, depth),
      code: [found.code, outer.code].filter((code) => code !== '').join(' '),
      status: found.status ?? outer.status,
    }
  }
  return { message: wordsIn(value, depth) || (depth === 0 && hasWords(value) ? bare(value) : ''), ...codesIn(value) }
}

function wordsIn(value: Record<string, unknown>, depth: number): string {
  const said = WORDS.map((name) => saidIn(value[name], depth + 1).message).find((words) => words !== '') ?? ''
  // a gateway puts the words of the provider behind it there; Groq the call that it could not read
  const { metadata, failed_generation: call } = value
  const raw = isRecord(metadata) ? saidIn(metadata['raw'], depth + 1).message : typeof call === 'string' ? call : ''
  return raw === '' || said.includes(raw) ? said : joined([said, raw])
}

/** FastAPI and others report each fault with its place in the request. */
function oneOf(fault: unknown, depth: number): string {
  const { message } = saidIn(fault, depth + 1)
  const place = isRecord(fault) ? (fault['loc'] ?? fault['path'] ?? fault['field'] ?? fault['param']) : undefined
  const named = Array.isArray(place) ? place.join('.') : typeof place === 'string' ? place : ''
  return named === '' || message === '' || message.includes(named) ? message : `${named}: ${message}`
}

/** An error may be JSON within a string. */
function fromJson(text: string, depth: number): string {
  if (!/^\s*[{[]/.test(text)) return text
  try {
    return saidIn(JSON.parse(text), depth + 1).message || text
  } catch {
    return text
  }
}

function codesIn(value: Record<string, unknown>): Pick<Said, 'code' | 'status'> {
  const codes = CODES.map((name) => value[name])
  const isStatus = (code: unknown): boolean => Number(code) >= 400 && Number(code) < 600
  const status = codes.find((code) => (typeof code === 'number' || typeof code === 'string') && isStatus(code))
  return {
    code: codes.filter((code) => typeof code === 'string' && !isStatus(code)).join(' '),
    status: status === undefined ? null : Number(status),
  }
}

const joined = (words: string[]): string => words.filter((each) => each !== '').join('; ')

function bare(value: Record<string, unknown>): string {
  try {
    const text = JSON.stringify(value)
    return text === '{}' ? '' : text.slice(0, SHOWN)
  } catch {
    return '' // nested too deeply to be shown
  }
}

/** `{}`, `false` and `''` mean that there is no error. */
function hasWords(error: unknown, depth = 0): boolean {
  if (typeof error === 'string') return error.trim() !== ''
  if (depth > DEEPEST) return true
  if (Array.isArray(error)) return error.some((each) => hasWords(each, depth + 1))
  if (!isRecord(error)) return error === true || typeof error === 'number'
  if ('status_code' in error && Object.keys(error).every((name) => name.startsWith('status_')))
    return Number(error['status_code']) !== 0
  return Object.values(error).some((field) => field !== false && field !== 0 && hasWords(field, depth + 1))
}

/** The same for a body as text: JSON, the words of a web page, or the text itself. */
export function saidInBody(text: string, contentType: string): Said {
  try {
    return saidIn(JSON.parse(text))
  } catch {
    const words = contentType.includes('html') || /^\s*<(!doctype|html)/i.test(text) ? wordsOfPage(text) : text
    return { message: words.slice(0, 4 * SHOWN), code: '', status: null }
  }
}

const wordsOfPage = (page: string): string =>
  page
    .replace(/<(script|style|svg)\b.*?(<\/\1>|$)/gis, ' ')
    .replace(/<[^>]*(>|$)/g, ' ')
    .replace(/&(nbsp|#160);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Fields that only events of an answer have: a code or a message next to them is not an error. */
const CONTENT = ['choices', 'candidates', 'usageMetadata', 'response', 'delta', 'event_type', 'object', 'type']
const FAULTS = ['error_type', 'error_message', 'error_msg', 'error_code', 'errorMessage', 'errors', 'base_resp', 'err']

/** The error in an event of a stream, in any API format; null: none. `name`: the event's name, if it has one. */
export function saidInEvent(event: unknown, name = ''): Said | null {
  if (!isRecord(event)) return name === 'error' ? saidIn(event) : null
  const isNamed = [name, event['type'], event['object'], event['event_type']].includes('error')
  if (isNamed || hasWords(event['error'])) return saidIn(event)
  if (FAULTS.some((fault) => event[fault] !== 0 && event[fault] !== '0' && hasWords(event[fault]))) return saidIn(event)
  if (CONTENT.some((member) => event[member] !== undefined && event[member] !== null)) return null
  const { code, success, status, detail } = event
  const isCode = (typeof code === 'string' || typeof code === 'number') && !/^(0|200|ok|success)?$/i.test(String(code))
  return isCode || success === false || status === 'error' || hasWords(detail) ? saidIn(event) : null
}

/** An error that the provider sent inside a stream that had begun well (status 200). */
export function errorOf(said: Said): LlmError {
  const byCode = statusOfCode(said.code)
  // a code in words says more than an internal error
  const status = said.status === null || said.status >= 500 ? (byCode ?? said.status) : said.status
  if (status !== null) return statusError(status, said.message, said.code)
  const asBadRequest = statusError(400, said.message, said.code)
  if (asBadRequest.kind !== 'bad-request') return asBadRequest
  return plainError('broken-stream', said.message)
}

/** An error of a provider library. Its own words may quote what the model was writing, so they are not classified. */
export function streamError(error: unknown): LlmError {
  if (isMalformed(error)) return plainError('broken-stream', 'The provider sent invalid data.')
  return errorOf(saidIn(isRecord(error) && isRecord(error['value']) ? error['value'] : plainFields(error)))
}

function plainFields(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error
  const { message, type, statusCode, code } = error as Record<string, unknown>
  return { message, type, code: statusCode ?? code }
}

function statusOfCode(code: string): number | null {
  if (/rate_?limit|too_?many_?requests|resource_?exhausted|throttl/i.test(code)) return 429
  if (/overloaded|unavailable|server_is_busy|engine_busy/i.test(code)) return 529
  if (/authentication|invalid_api_key|permission|unauthorized/i.test(code)) return 401
  if (/not_found/i.test(code)) return 404
  if (/api_error|server_error|internal/i.test(code)) return 500
  return null
}

function isMalformed(error: unknown): boolean {
  return error instanceof Error && /JSONParse|TypeValidation|InvalidResponseData/.test(error.name)
}
