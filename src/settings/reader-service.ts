import * as z from 'zod/mini'
import { isLoopback } from './loopback.ts'

/**
 * A service or proxy that fetches pages which a browser may not read. `template` has `{url}` (the page's plain address)
 * or `{encoded}` (percent-encoded) or `{bare}` (without its https://), for example `https://r.jina.ai/{url}` or
 * `https://proxy.example/?url={encoded}`.
 */
export const ReaderService = z.object({ template: z.string().check(z.maxLength(2048)) })
export type ReaderService = z.infer<typeof ReaderService>

/** Returns the trimmed template, or `{ problem }`, a sentence for the person. */
export function parseReaderTemplate(text: string): string | { problem: string } {
  const template = text.trim()
  const holes = template.match(/\{[^}]*\}/g) ?? []
  if (holes.length !== 1 || !['{url}', '{encoded}', '{bare}'].includes(holes[0] ?? ''))
    return { problem: 'The address must contain {url} or {encoded} once, in place of the page’s address.' }
  const example = addressAtReader(template, 'https://example.org/a')
  if (!URL.canParse(example)) return { problem: 'This is not an address. It must start with https://.' }
  const url = new URL(example)
  if (url.username !== '' || url.password !== '')
    return { problem: 'The address must not contain a user name or password.' }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    return { problem: 'The address must start with https:// (http:// for this computer only).' }
  const other = new URL(addressAtReader(template, 'https://other.test/b'))
  if (other.origin !== url.origin) return { problem: "The page's address must not be part of the host." }
  return template
}

/** The address of this page at the service. */
export const addressAtReader = (template: string, pageUrl: string): string =>
  template
    .replace('{url}', () => pageUrl)
    .replace('{encoded}', () => encodeURIComponent(pageUrl))
    .replace('{bare}', () => pageUrl.replace(/^https?:\/\//, ''))
