import DOMPurify, { type Config } from 'dompurify'
import { takeHtmlPolicy } from '../kit/html-policy.ts'

/** Here alone HTML is made of foreign text, and none of it leaves without being cleaned by the rules that are given. */

const policy = takeHtmlPolicy() as unknown as NonNullable<Config['TRUSTED_TYPES_POLICY']>

/** One for each set of rules, made once: DOMPurify reads rules anew whenever they are another object. */
export function makePurifier<Made = string>(rules: Config): (html: string) => Made {
  const config: Config = { ...rules, TRUSTED_TYPES_POLICY: policy }
  return (html) => DOMPurify.sanitize(html, config) as unknown as Made
}
