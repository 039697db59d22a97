import { z } from 'zod'

/** What follows from an error of a connection, as explained: its cause says what happened. */

/** The server has forgotten the session, and has done nothing: 404 says so by the protocol; some say 400 and name it. */
export const isGone = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  if (!isHttp(cause)) return false
  return (
    cause.status === 404 || (cause.status === 400 && /session/i.test(String((cause as { message?: unknown }).message)))
  )
}

/** Nothing more will come over this connection. An answer that is an error is an answer. */
export const isLost = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : error
  return !(cause instanceof Error && cause.name === 'ProtocolError')
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
