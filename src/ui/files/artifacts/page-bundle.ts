import * as z from 'zod/mini'

/** From line `at` of the page on, its lines are those of a file, from `line` on. */
const Origin = z.tuple([z.int(), z.string(), z.int()])
/**
 * A page with its files, as the tool that shows it put it together. `page`: its path. `modules`: source by the name in
 * imports (`page:/src/a.js`). `files`: what its code may fetch, by path.
 */
const PageBundle = z.object({
  page: z.string(),
  html: z.string(),
  lines: z.array(Origin),
  modules: z.record(z.string(), z.string()),
  files: z.record(z.string(), z.object({ type: z.string(), base64: z.string() })),
})
export type PageBundle = z.infer<typeof PageBundle>

/** null: it is none. */
export function parseBundle(json: string): PageBundle | null {
  try {
    return PageBundle.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/** A page that needs no files. */
export const bundleOf = (page: string, html: string): PageBundle => ({
  ...{ page, html },
  ...{ lines: [[1, page, 1]], modules: {}, files: {} },
})
