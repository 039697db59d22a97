import type { Advanced } from '../settings/advanced.ts'
import { parseExtraBody } from '../settings/extra-request.ts'

/**
 * Adds the person's settings to the body of a request: the service tier, then the members of `body` (JSON text). Two
 * objects of the same name are merged; otherwise the person's value counts. A body that is not a JSON object stays
 * unchanged.
 */
export function withExtraBody(
  body: BodyInit | null | undefined,
  { tier, body: text = '' }: Pick<Advanced, 'tier' | 'body'> = {},
): BodyInit | null | undefined {
  if (typeof body !== 'string' || (tier === undefined && text === '')) return body
  const parsed = parseExtraBody(text)
  const extra = 'problem' in parsed ? {} : parsed.extra
  if (tier === undefined && Object.keys(extra).length === 0) return body
  const question: unknown = JSON.parse(body)
  if (!isRecord(question)) return body
  const tiered = tier === undefined ? question : { ...question, [tierMember(question)]: tier }
  return JSON.stringify(merged(tiered, extra))
}

/** All APIs use the same name except Gemini's, which is recognised by `contents`. */
const tierMember = (question: Record<string, unknown>): string =>
  'contents' in question ? 'serviceTier' : 'service_tier'

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
