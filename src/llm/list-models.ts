import type { AdapterOptions } from './adapter.ts'
import { LlmFailure, plainError } from './failure.ts'
import { fetchError, responseError } from './wire.ts'

/**
 * GET {baseUrl}/models. Reads `{ data: [{ id }] }` and what other servers make of it (a plain array, `models`, `name`).
 * Rejects with an Error whose `cause` is an LlmError.
 */
export async function listModels(
  { baseUrl, fetch }: AdapterOptions,
  signal: AbortSignal,
  { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
): Promise<string[]> {
  const url = `${baseUrl}/models${query}`
  const response = await fetch(url, { headers: { accept: 'application/json', ...headers }, signal }).catch((error) => {
    throw new LlmFailure(signal.aborted ? plainError('aborted') : fetchError(error, url))
  })
  if (!response.ok) throw new LlmFailure(await responseError(response))
  const ids = idsIn(
    await response.json().catch(() => {
      throw new LlmFailure(signal.aborted ? plainError('aborted') : plainError('broken-stream', NO_LIST))
    }),
  )
  if (ids === null) throw new LlmFailure(plainError('broken-stream', NO_LIST))
  return ids
}

const NO_LIST = 'The server sent no list of models. Is the base URL right?'

function idsIn(body: unknown): string[] | null {
  const list = Array.isArray(body) ? body : isRecord(body) ? (body['data'] ?? body['models']) : null
  if (!Array.isArray(list)) return null
  const ids = list.map((model) => (isRecord(model) ? (model['id'] ?? model['name']) : model))
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
