import { plainError, statusError } from './failure.ts'
import type { LlmError } from './port.ts'

/** What providers put into error bodies and into error events in the middle of a stream. */

type Said = { message: string; code: string; status: number | null }

/** Reads `{ error: { message, type, code } }`, `{ error: '…' }`, `{ message }` or plain text; lenient by design. */
function saidIn(value: unknown): Said {
  if (typeof value === 'string') return { message: value, code: '', status: null }
  if (Array.isArray(value)) return saidIn(value[0])
  if (!isRecord(value)) return { message: '', code: '', status: null }
  if (value['error'] !== undefined && value['error'] !== null) return saidIn(value['error'])
  const message = [value['message'], value['detail']].find((text) => typeof text === 'string') ?? ''
  const codes = [value['type'], value['code'], value['status']]
  return {
    message: String(message),
    code: codes.filter((code) => typeof code === 'string').join(' '),
    status: codes.find((code): code is number => typeof code === 'number' && code >= 400 && code < 600) ?? null,
  }
}

/** The same for a body as text: JSON when it is JSON, nothing of a web page, else the text itself. */
export function saidInBody(text: string, contentType: string): Said {
  try {
    return saidIn(JSON.parse(text))
  } catch {
    return { message: contentType.includes('html') ? '' : text, code: '', status: null }
  }
}

/** An error that the provider sent inside a stream that had begun well (status 200). */
export function streamError(error: unknown): LlmError {
  const said = saidIn(isRecord(error) && isRecord(error['value']) ? error['value'] : plainFields(error))
  const status = said.status ?? statusOfCode(said.code)
  if (status !== null) return statusError(status, said.message, said.code)
  const asBadRequest = statusError(400, said.message, said.code)
  if (asBadRequest.kind !== 'bad-request') return asBadRequest
  return plainError('broken-stream', isMalformed(error) ? 'The provider sent data that is not valid.' : said.message)
}

function plainFields(error: unknown): unknown {
  if (!isRecord(error)) return error
  return { message: error['message'], type: error['type'], code: error['statusCode'] ?? error['code'] }
}

function statusOfCode(code: string): number | null {
  if (/overloaded|unavailable/i.test(code)) return 529
  if (/rate_?limit|too_many_requests|resource_exhausted/i.test(code)) return 429
  if (/authentication|invalid_api_key|permission/i.test(code)) return 401
  if (/not_found/i.test(code)) return 404
  if (/api_error|server_error|internal/i.test(code)) return 500
  return null
}

function isMalformed(error: unknown): boolean {
  return error instanceof Error && /JSONParse|TypeValidation|InvalidResponseData/.test(error.name)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
