import * as z from 'zod/mini'

/** What is kept of signing in at one MCP server. It holds secrets: it lives in the vault, bound to that server's origin. */

/** Who signs in, as its own metadata says, checked; of what it says, only this is used. */
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

/** This app as that authority knows it. `typed`: the person gave its id; it was registered otherwise, for one redirect address. */
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

/** `expiresAt`: wall time, ms; null: it was not said. */
export const Tokens = z.object({
  access: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  refresh: z.nullable(z.string()),
  expiresAt: z.nullable(z.number()),
  scope: z.nullable(z.string()),
})
export type Tokens = z.infer<typeof Tokens>

export const SignInRecord = z.object({
  /** Who gave the tokens; null: nobody has yet. */
  authority: z.nullable(Authority),
  client: z.nullable(SignInClient),
  tokens: z.nullable(Tokens),
  /** A sign-in that was begun: its answer is accepted once, by its `state`. */
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
  /** The `state` of the sign-in that gave the tokens, so that its answer, told again after a reload, is known. */
  finished: z.nullable(z.string()),
  /** Rights that the server wanted beyond those given, for the next sign-in. */
  wanted: z.nullable(z.string()),
  /** There were tokens, and they are good for nothing any more. */
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

/** What a sign-in needs from around it. */
export type SignInPort = {
  /** Goes to these origins alone, follows no redirect, and passes on an Authorization header. */
  fetchAt: (...origins: string[]) => typeof globalThis.fetch
  read: () => Promise<SignInRecord>
  write: (record: SignInRecord) => Promise<void>
  /** One at a time for each server, among all tabs: a refresh token may be used once. */
  alone: <Value>(work: () => Promise<Value>) => Promise<Value>
}
