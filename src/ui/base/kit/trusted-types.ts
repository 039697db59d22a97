/**
 * Trusted Types. The page's CSP names the policies; a browser without them gets policies that only pass on.
 */

type Rules = {
  createHTML?: (markup: string) => string
  createScriptURL?: (url: string) => string
}

/** What the sinks accept: TypeScript still calls it a string. */
export type Policy = {
  createHTML: (markup: string) => unknown
  createScriptURL: (url: string) => unknown
}

type PolicyFactory = { createPolicy: (name: string, rules: Rules) => Policy }

/**
 * Makes one of the policies that the CSP names.
 * @throws TypeError where the CSP does not name it, or when it is made twice.
 */
export function createPolicy(name: string, rules: Rules): Policy {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  if (factory) return factory.createPolicy(name, rules)
  return {
    createHTML: (markup) => rules.createHTML?.(markup) ?? markup,
    createScriptURL: (url) => rules.createScriptURL?.(url) ?? url,
  }
}

/**
 * The policy that browsers ask when a plain string reaches a sink. It makes no HTML and no script, so `innerHTML =
 * text` throws; it admits the URLs of our own scripts, which the page needs for its worker and its service worker. Call
 * it once, before either is started.
 */
export function installDefaultPolicy(scope: string = new URL('../', location.href).href): void {
  createPolicy('default', { createScriptURL: (url) => ownScript(url, scope) })
}

/** @throws TypeError for any URL that is not a script file below `scope`. */
export function ownScript(url: string, scope: string): string {
  const target = URL.canParse(url, scope) ? new URL(url, scope) : undefined
  const own = target?.href.startsWith(scope) && /\.(js|mjs|ts|tsx)$/.test(target.pathname)
  if (!own) throw new TypeError(`Not a script of this application: ${url}`)
  return url
}
