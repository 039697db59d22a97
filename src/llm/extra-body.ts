import { parseExtraBody } from '../settings/extra-request.ts'

/**
 * The body of a question with the members of `extra` (JSON text): of two objects under one name the members of both, of anything else the
 * person's. A body that is no JSON object stays as it is.
 */
export function withExtraBody(
  body: BodyInit | null | undefined,
  extra: string | undefined,
): BodyInit | null | undefined {
  if (extra === undefined || typeof body !== 'string') return body
  const parsed = parseExtraBody(extra)
  if ('problem' in parsed || Object.keys(parsed.extra).length === 0) return body
  const question: unknown = JSON.parse(body)
  return isRecord(question) ? JSON.stringify(merged(question, parsed.extra)) : body
}

function merged(question: Record<string, unknown>, extra: Record<string, unknown>): Record<string, unknown> {
  const members = Object.entries(extra).map(([name, value]): [string, unknown] => {
    const known = Object.hasOwn(question, name) ? question[name] : undefined
    return [name, isRecord(known) && isRecord(value) ? merged(known, value) : value]
  })
  return { ...question, ...Object.fromEntries(members) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
