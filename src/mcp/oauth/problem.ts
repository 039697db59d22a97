/** Why a sign-in cannot continue; the message is for the person. */
export class SignInProblem extends Error {
  override name = 'SignInProblem'
}

/** The person has to sign in again; the message is for them and for the model. */
export class SignInEnded extends Error {
  override name = 'SignInEnded'
}

/** The SignInEnded among the causes of an error, or null. */
export function signInEnded(error: unknown): Error | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++)
    if (at.name === 'SignInEnded') return at
  return null
}

/** Words of a server, on one line and bounded. */
export const quoted = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)
