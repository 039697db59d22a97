import type { PageTag } from './page-tags.ts'

/** `waits`: it runs when all of the page is there. `source` null: the module is in the page. */
type Script =
  | { type: 'classic'; source: string; waits: boolean }
  | { type: 'module'; source: string | null }
  | { type: 'inline' }

const CODE = /^(?:(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i

/** What each script of a page is, and the names of its import map. */
export function scriptPlan(
  tags: readonly PageTag[],
  html: string,
): { mapped: ReadonlyMap<string, string>; of: (tag: PageTag) => Script | 'map' | null } {
  const mapped = new Map<string, string>()
  const kindOf = (tag: PageTag): string => (tag.attributes.get('type')?.value ?? '').trim().toLowerCase()
  for (const tag of tags)
    if (tag.name === 'script' && kindOf(tag) === 'importmap')
      for (const [name, address] of namesIn(html.slice(tag.inside.from, tag.inside.to))) mapped.set(name, address)
  return {
    mapped,
    of: (tag) => {
      const kind = kindOf(tag)
      const source = tag.attributes.get('src')?.value ?? null
      if (kind === 'importmap') return 'map'
      // code of another kind that browsers leave alone would have been meant for a compiler
      const compiled = source !== null && /\.(?:m?ts|[jt]sx)(?:$|[?#])/i.test(source)
      if (kind === 'module' || compiled) return { type: 'module', source }
      if (!CODE.test(kind)) return null
      if (source === null) return { type: 'inline' }
      return { type: 'classic', source, waits: tag.attributes.has('defer') || tag.attributes.has('async') }
    },
  }
}

function namesIn(json: string): [string, string][] {
  try {
    const { imports } = JSON.parse(json) as { imports?: unknown }
    return Object.entries((imports ?? {}) as object).flatMap(([name, address]): [string, string][] =>
      typeof address === 'string' ? [[name, address]] : [],
    )
  } catch {
    // the browser would ignore it, too
    return []
  }
}

/** Code that nothing in a script element can end. */
export const inScript = (code: string): string => code.replace(/<(?=\/script|!--)/gi, '\\x3c')

export const asSheet = (css: string, media = ''): string =>
  `<style${media === '' ? '' : ` media="${media.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`}>${css.replace(/<(?=\/style)/gi, '\\3c ')}</style>`
