import DOMPurify, { type Config, type WindowLike } from 'dompurify'
import { takeHtmlPolicy } from '../base/kit/html-policy.ts'

/** The only place that makes HTML from foreign text; all of its output is cleaned by the given rules. */

const policy = takeHtmlPolicy() as unknown as NonNullable<Config['TRUSTED_TYPES_POLICY']>

/** One purifier for each set of rules, made once: DOMPurify reads rules again for every new object. */
export function makePurifier<Made = string>(rules: Config): (html: string) => Made {
  const config: Config = { ...rules, TRUSTED_TYPES_POLICY: policy }
  return (html) => DOMPurify.sanitize(html, config) as unknown as Made
}

/**
 * The same, in our page that will hold the result: a browser refuses, and reports, anything that the policy of the
 * parsing page does not allow, although it is not shown there. @throws Error if nothing can be cleaned.
 */
export function purifyIn(view: Window, html: string, rules: Config): string {
  const purifier = DOMPurify(view as unknown as WindowLike)
  // DOMPurify would return the text unchanged.
  if (!purifier.isSupported) throw new Error('HTML cannot be cleaned here.')
  return purifier.sanitize(html, { ...rules, TRUSTED_TYPES_POLICY: policy }) as unknown as string
}
