import * as z from 'zod/mini'

/** Record of the sign-in at one MCP server. It holds secrets: it is in the vault, bound to that server's origin. */

/** The authority, from its own metadata, checked. Only these fields of it are used. */
export const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.optional(z.string()),
  revocation_endpoint: z.optional(z.string()),
  response_types_supported: z.array(z.string()),
  scopes_supported: z.optional(z.array(z.string())),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
  code_challenge_methods_supported: z.optional(z.array(z.string())),
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
})
export type Metadata = z.infer<typeof Metadata>

/** `server`: the address that names it; `resource`: what tokens are for. */
export const Authority = z.object({ server: z.string(), metadata: Metadata, resource: z.string() })
export type Authority = z.infer<typeof Authority>

/**
 * This app as the authority knows it. `typed`: the person gave its id; otherwise it was registered, for one redirect
 * address.
 */
export const SignInClient = z.object({
  info: z.object({
    client_id: z.string(),
    client_secret: z.optional(z.string()),
    token_endpoint_auth_method: z.optional(z.string()),
  }),
  issuer: z.string(),
  redirectUrl: z.string(),
  typed: z.boolean(),
})
export type SignInClient = z.infer<typeof SignInClient>

/** `expiresAt`: wall time, ms; null: unknown. */
export const Tokens = z.object({
  access: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  refresh: z.nullable(z.string()),
  expiresAt: z.nullable(z.number()),
  scope: z.nullable(z.string()),
})
export type Tokens = z.infer<typeof Tokens>

export const SignInRecord = z.object({
  /** The authority that gave the tokens; null: none yet. */
  authority: z.nullable(Authority),
  client: z.nullable(SignInClient),
  tokens: z.nullable(Tokens),
  /** A sign-in that was begun. Its answer is accepted once, by its `state`. */
  pending: z.nullable(
    z.object({
      state: z.string(),
      verifier: z.string(),
      redirectUrl: z.string(),
      scope: z.nullable(z.string()),
      authority: Authority,
      client: SignInClient,
    }),
  ),
  /** The `state` of the sign-in that gave the tokens, so that its answer is recognised after a reload. */
  finished: z.nullable(z.string()),
  /** Scopes that the server wanted beyond the given ones, for the next sign-in. */
  wanted: z.nullable(z.string()),
  /** There were tokens, and they are no longer valid. */
  ended: z.boolean(),
})
export type SignInRecord = z.infer<typeof SignInRecord>

export const NO_RECORD: SignInRecord = {
  authority: null,
  client: null,
  tokens: null,
  pending: null,
  finished: null,
  wanted: null,
  ended: false,
}

/** What a sign-in needs from its surroundings. */
export type SignInPort = {
  /** Reaches only these origins, follows no redirect, and passes on an Authorization header. */
  fetchAt: (...origins: string[]) => typeof globalThis.fetch
  read: () => Promise<SignInRecord>
  write: (record: SignInRecord) => Promise<void>
  /** One at a time for each server, among all tabs: a refresh token may be used once. */
  alone: <Value>(work: () => Promise<Value>) => Promise<Value>
}
