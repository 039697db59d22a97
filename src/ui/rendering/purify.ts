import DOMPurify, { type Config, type WindowLike } from 'dompurify'
import { takeHtmlPolicy } from '../kit/html-policy.ts'

/** Here alone HTML is made of foreign text, and none of it leaves without being cleaned by the rules that are given. */

const policy = takeHtmlPolicy() as unknown as NonNullable<Config['TRUSTED_TYPES_POLICY']>

/** One for each set of rules, made once: DOMPurify reads rules anew whenever they are another object. */
export function makePurifier<Made = string>(rules: Config): (html: string) => Made {
  const config: Config = { ...rules, TRUSTED_TYPES_POLICY: policy }
  return (html) => DOMPurify.sanitize(html, config) as unknown as Made
}

/**
 * The same in a page of ours in which the outcome will stand: a browser refuses, and reports, what the policy of the page that reads a text does
 * not allow, although nothing of it is shown there.
 * @throws Error where nothing can be cleaned.
 */
export function purifyIn(view: Window, html: string, rules: Config): string {
  const purifier = DOMPurify(view as unknown as WindowLike)
  // it would give the text back as it is
  if (!purifier.isSupported) throw new Error('HTML cannot be cleaned here.')
  return purifier.sanitize(html, { ...rules, TRUSTED_TYPES_POLICY: policy }) as unknown as string
}
