import type { Asker } from './asker.ts'
import { quoted, SignInProblem } from './problem.ts'
import type { Authority, Metadata, SignInClient, SignInRecord } from './record.ts'

/** `clientId`, and for some authorities `clientSecret`: given to the person there for this app. */
export type Begin = { redirectUrl: string; clientId?: string | undefined; clientSecret?: string | undefined }
/** The person has to name the client; `why`: a sentence. */
type Unregistered = { why: string }
type Wish = Begin & { scope: string | undefined }

/**
 * This app as the authority knows it: the id that the person typed, an existing registration, or a new one (RFC 7591).
 * Throws a SignInProblem if the authority cannot be reached.
 */
export async function clientAt(
  { server, metadata }: Authority,
  { client, pending }: SignInRecord,
  { redirectUrl, clientId, clientSecret, scope }: Wish,
  asker: Asker,
): Promise<SignInClient | Unregistered> {
  const { issuer } = metadata
  if (clientId !== undefined) {
    const info = { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }
    return { info, issuer, redirectUrl, typed: true }
  }
  // A client whose sign-in never returned may be the reason.
  const usable = client?.issuer === issuer && pending === null && (client.typed || client.redirectUrl === redirectUrl)
  if (usable) return { ...client, redirectUrl }
  const host = new URL(server).host
  const endpoint = metadata.registration_endpoint
  if (endpoint === undefined) return { why: `The sign-in at ${host} takes no app that it does not know.` }

  const { registerClient, resolveClientMetadata } = await import('@modelcontextprotocol/client')
  const clientMetadata = resolveClientMetadata({
    redirectUrl,
    clientMetadata: {
      client_name: 'Reflexor',
      redirect_uris: [redirectUrl],
      response_types: ['code'],
      token_endpoint_auth_method: authMethod(metadata),
    },
  })
  try {
    const made = await registerClient(server, {
      metadata,
      clientMetadata,
      ...(scope === undefined ? {} : { scope }),
      fetchFn: asker.at(new URL(endpoint).origin),
    })
    const { client_id, client_secret, token_endpoint_auth_method } = made
    return {
      info: {
        client_id,
        ...(client_secret !== undefined && { client_secret }),
        ...(token_endpoint_auth_method !== undefined && { token_endpoint_auth_method }),
      },
      issuer,
      redirectUrl,
      typed: false,
    }
  } catch (error) {
    if (error instanceof Error && (error.name === 'SignInProblem' || error.name === 'LlmFailure')) throw error
    // The address was guessed: it may be no sign-in at all.
    if (metadata.code_challenge_methods_supported === undefined)
      throw new SignInProblem(
        `${host} wants a sign-in or a key, and does not say how one signs in. If its 401 does say so, it must be readable: "Access-Control-Expose-Headers: WWW-Authenticate".`,
      )
    if (error instanceof TypeError)
      return {
        why: `${new URL(endpoint).host} lets no web page register (${new URL(endpoint).pathname}): it must answer the preflight, and send "Access-Control-Allow-Origin".`,
      }
    return { why: `${host} does not register this app: ${quoted(wordsOf(error))}` }
  }
}

/** A page cannot keep a client secret; some authorities give one all the same. */
function authMethod({ token_endpoint_auth_methods_supported: known }: Metadata): string {
  if (known === undefined || known.includes('none')) return 'none'
  return known.find((method) => method === 'client_secret_post' || method === 'client_secret_basic') ?? 'none'
}

function wordsOf(error: unknown): string {
  const body = error instanceof Error && 'body' in error ? String(error.body) : ''
  try {
    const { error_description, error: code } = JSON.parse(body) as { error_description?: unknown; error?: unknown }
    return String(error_description ?? code ?? body)
  } catch {
    // Not JSON: shown as it is.
    const status = error instanceof Error && 'status' in error ? `it answered ${String(error.status)}` : ''
    return status || (error instanceof Error ? error.message : String(error))
  }
}
