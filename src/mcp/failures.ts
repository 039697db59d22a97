import * as z from 'zod/mini'
import { statusOf } from './explain.ts'
import { signInEnded } from './oauth/problem.ts'

/** What follows from an explained error of a connection. Its cause is the original error. */

/**
 * The server has forgotten the session, and has done nothing. By the protocol it answers 404. Other servers answer
 * another status and name the session, a restarted server answers 5xx.
 */
export const isGone = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  if (!isHttp(cause)) return false
  const words = String((cause as { message?: unknown }).message)
  if (cause.status === 404 || (cause.status === 400 && /session/i.test(words))) return true
  return cause.status >= 400 && NO_SESSION.test(words)
}

const NO_SESSION =
  /\b(?:no|unknown|invalid|expired|missing|terminated|stale)(?: or \w+)?(?: valid)?(?: mcp)?[ -]session|session(?:[ -]?id)?\b[^.\n]{0,40}\b(?:not found|unknown|expired|invalid|terminated|does not exist)/i

/** Nothing more will arrive over this connection. An answer that is an error is an answer. */
export const isLost = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : error
  return !(cause instanceof Error && cause.name === 'ProtocolError')
}

/** The server does not know the method: it offers nothing of that kind. */
export const isUnknownMethod = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && cause.name === 'ProtocolError' && 'code' in cause && cause.code === -32601
}

/**
 * A call was sent, and no answer says whether it was carried out. Message and cause are those of the explained error.
 */
export class CallUnanswered extends Error {
  override name = 'CallUnanswered'
}

/**
 * The error to throw for a call that failed: the explained error if the server has answered with an error or has
 * refused the call. Any other failure, a 5xx included, may have come after the act.
 */
export function failureOfCall(error: unknown): unknown {
  if (!(error instanceof Error) || !isLost(error) || isRefusal(error.cause)) return error
  return new CallUnanswered(error.message, { cause: error.cause })
}

/** A SignInProblem comes before a request, or after a 401. */
const isRefusal = (cause: unknown): boolean => {
  const status = statusOf(cause)
  if (status !== null) return status >= 400 && status < 500
  return signInEnded(cause) !== null || (cause instanceof Error && cause.name === 'SignInProblem')
}
const isHttp = (error: unknown): error is { status: number } =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'

/** Versions that a server named when it refused ours, and that we speak: it should have answered with one of them. */
export async function commonVersions(error: unknown): Promise<string[]> {
  const { SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/client')
  const named = Supported.safeParse(error instanceof Error ? error.cause : null)
  return named.success
    ? SUPPORTED_PROTOCOL_VERSIONS.filter((version) => named.data.data.supported.includes(version))
    : []
}
const Supported = z.object({ data: z.object({ supported: z.array(z.string()) }) })
