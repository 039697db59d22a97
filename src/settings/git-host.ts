import * as z from 'zod/mini'

/**
 * The person's login at a host of git repositories; its token is a secret. `throughRelay`: the token may also pass
 * through the relay, which can read it.
 */
export const GitHost = z.object({
  baseUrl: z.string().check(z.maxLength(2048)),
  user: z.string().check(z.maxLength(200)),
  throughRelay: z.boolean(),
})
export type GitHost = z.infer<typeof GitHost>
