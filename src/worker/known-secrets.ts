import { makeSecretFinder } from '../effects/secret-finder.ts'
import { isSecretForm, SECRET_FORMS } from '../settings/secret-forms.ts'
import type { Database } from '../storage/schema.ts'
import { mcpSignInSecret } from '../storage/settings/services.ts'
import { readSecret } from '../storage/settings/vault.ts'
import { readVault } from '../storage/settings/with-keys.ts'

/**
 * Takes every secret of the vault out of a text, however it is written, and what has the form of a well-known service's
 * key. Of keys that are locked, or that this device cannot read, nothing but their form is known. JSON text stays JSON
 * text. Rejects with a DOMException.
 */
export async function secretCleaner(db: Database): Promise<(text: string) => string> {
  const secrets: string[] = []
  for (const row of (await readVault(db)).secrets) {
    const owner = row.id.slice('secret:'.length)
    const outcome = await readSecret(db, owner, row.origin)
    if (outcome.type === 'secret') secrets.push(...partsOf(outcome.secret, owner.startsWith(mcpSignInSecret(''))))
  }
  const finder = makeSecretFinder(secrets)
  return (text) => withoutForms(finder?.clean(text) ?? text)
}

/** A copy without secrets, however deep they are: the JSON text of the whole is cleaned. */
export const cleaned = <View>(clean: (text: string) => string, view: View): View =>
  JSON.parse(clean(JSON.stringify(view)))

/** Replaces a secret. */
export const HIDDEN = '[secret]'

/** A whole block, up to its end or the end of the text. */
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^"]*?(?:-----END [A-Z ]*PRIVATE KEY-----|(?=")|$)/g
const FORMS = [PRIVATE_KEY, ...SECRET_FORMS.map(({ source }) => new RegExp(source, 'g'))]

const withoutForms = (text: string): string =>
  FORMS.reduce((clean, form) => clean.replace(form, (found) => (isSecretForm(found) ? HIDDEN : found)), text)

/**
 * What stands beside the secrets of a sign-in at an MCP server: addresses and rights, which anybody may know. What is
 * not named here is secret.
 */
const OPEN_IN_SIGN_IN = new Set([
  'server',
  'metadata',
  'resource',
  'issuer',
  'redirectUrl',
  'client_id',
  'token_endpoint_auth_method',
  'scope',
  'wanted',
])

/**
 * Headers and sign-ins are kept as JSON text: each of its values is a secret of its own, with and without its scheme.
 */
function partsOf(secret: string, isSignIn: boolean): string[] {
  try {
    const parts: string[] = []
    JSON.stringify(JSON.parse(secret), (key, value: unknown) => {
      // with all that is in it
      if (isSignIn && OPEN_IN_SIGN_IN.has(key)) return undefined
      if (typeof value === 'string') parts.push(value, value.replace(/^(Bearer|Basic|Token) /i, ''))
      return value
    })
    return parts.length > 0 ? parts : [secret]
  } catch {
    return [secret]
  }
}
