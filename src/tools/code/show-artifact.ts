import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { clip, sizeInWords } from '../text-bytes.ts'
import { infoOf, pathOf, textOf } from '../workspace/open-file.ts'

/** Bytes of a page that can be shown. */
const MAX_BYTES = 5 * 1024 * 1024
/** A file saved from an answer, or renamed, may have the type of plain text. */
const isPage = (path: string, mediaType: string): boolean =>
  ['text/html', 'image/svg+xml'].includes(mediaType) || /\.(html?|svg)$/i.test(path)

/** The text of a page's `title` element, only for a heading: it stays text. Stops at the next tag. */
const titleIn = (text: string): string =>
  (/<title[^<>]{0,200}>([^<]{1,200})<\/title>/i.exec(text)?.[1] ?? '').replace(/\s+/g, ' ').trim()

export const showArtifact = defineTool({
  name: 'show_artifact',
  label: 'Show artifact',
  description:
    'Shows an HTML or SVG file to the user, for what is better seen than read: a page, a game, a drawing, a chart. ' +
    'It must be complete: styles, scripts and images inline; no network, no storage. ' +
    'Scripts run once the user agrees. Show it again after a change.',
  parameters: z.strictObject({
    path: z.string().check(z.describe('Of the .html or .svg file.')),
    title: z.optional(z.string().check(z.maxLength(200))).check(z.describe('Heading.')),
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  gives: 'own',
  run: async (args, { files }) => {
    const path = pathOf(args.path)
    const info = await infoOf(files, path)
    if (!isPage(path, info.mediaType)) throw new Error(`"${path}" is neither an HTML nor an SVG file.`)
    if (info.size > MAX_BYTES)
      throw new Error(`"${path}" is ${sizeInWords(info.size)} long; up to ${sizeInWords(MAX_BYTES)} can be shown.`)
    const text = await textOf(files, info)
    if (text === null) throw new Error(`"${path}" is not text.`)
    const title = clip(args.title?.trim() || titleIn(text) || path, 200)
    return {
      content: [{ type: 'text', text: `"${path}" is shown to the person, without its scripts until they run them.` }],
      details: { shape: 'artifact', path, blob: info.blob, title },
    }
  },
})
