import * as z from 'zod/mini'
import type { TemplateProblem } from './address-problem.ts'
import { isLoopback } from './loopback.ts'

/**
 * A service or proxy that fetches pages which a browser may not read. `template` has `{url}` (the page's plain address)
 * or `{encoded}` (percent-encoded) or `{bare}` (without its https://), for example `https://r.jina.ai/{url}` or
 * `https://proxy.example/?url={encoded}`.
 */
export const ReaderService = z.object({ template: z.string().check(z.maxLength(2048)) })
export type ReaderService = z.infer<typeof ReaderService>

/** Returns the trimmed template, or `{ problem }`. */
export function parseReaderTemplate(text: string): string | { problem: TemplateProblem } {
  const template = text.trim()
  const holes = template.match(/\{[^}]*\}/g) ?? []
  if (holes.length !== 1 || !['{url}', '{encoded}', '{bare}'].includes(holes[0] ?? ''))
    return { problem: 'template-holes' }
  const example = addressAtReader(template, 'https://example.org/a')
  if (!URL.canParse(example)) return { problem: 'template-unreadable' }
  const url = new URL(example)
  if (url.username !== '' || url.password !== '') return { problem: 'template-login' }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    return { problem: 'template-plain' }
  const other = new URL(addressAtReader(template, 'https://other.test/b'))
  if (other.origin !== url.origin) return { problem: 'template-host' }
  return template
}

/** The address of this page at the service. */
export const addressAtReader = (template: string, pageUrl: string): string =>
  template
    .replace('{url}', () => pageUrl)
    .replace('{encoded}', () => encodeURIComponent(pageUrl))
    .replace('{bare}', () => pageUrl.replace(/^https?:\/\//, ''))
