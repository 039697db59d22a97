import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { clip, sizeInWords } from '../text-bytes.ts'
import type { FileInfo, Files, ToolBlock, ToolContext } from '../tool.ts'
import { infoOf, pathOf, textOf } from '../workspace/open-file.ts'
import { pictureOfDrawing } from '../workspace/picture-of-drawing.ts'
import { seenPicture } from '../workspace/seen-picture.ts'
import { lookWords } from './look-words.ts'
import type { BundledPage } from './page-port.ts'

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
    'It brings the files it names (CSS, modules, images, data); no network. ' +
    'Scripts run once the user agrees; then you get errors and a picture. Show it again after a change.',
  parameters: z.strictObject({
    path: z.string().check(z.describe('Of the .html or .svg file.')),
    title: z.optional(z.string().check(z.maxLength(200))).check(z.describe('Heading.')),
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  gives: 'own',
  run: async (args, context) => {
    const { files } = context
    const path = pathOf(args.path)
    const info = await infoOf(files, path)
    if (!isPage(path, info.mediaType)) throw new Error(`"${path}" is neither an HTML nor an SVG file.`)
    if (info.size > MAX_BYTES)
      throw new Error(`"${path}" is ${sizeInWords(info.size)} long; up to ${sizeInWords(MAX_BYTES)} can be shown.`)
    const text = await textOf(files, info)
    if (text === null) throw new Error(`"${path}" is not text.`)
    const title = clip(args.title?.trim() || titleIn(text) || path, 200)
    const { bundle, count, notes } = await bundled(path, text, context)
    const stored = bundle === null ? {} : { bundle: await putText(files, bundle) }
    const details = { shape: 'artifact', path, blob: info.blob, title, ...stored } as const
    const company = count === 0 ? '' : count === 1 ? ' with 1 file' : ` with ${count} files`
    const said = [`"${path}" is shown to the person${company}.`]
    if (notes.length > 0) said.push(`What could not be loaded:\n${notes.map((note) => `- ${note}`).join('\n')}`)
    if (!hasScripts(text)) {
      const drawn = isSvg(path) ? await pictureOfDrawing(info, context) : null
      const words: ToolBlock = { type: 'text', text: said.join('\n\n') }
      return { content: drawn === null ? [words] : [words, drawn], details }
    }
    context.progress(`Looking at ${path}`)
    const look = (await context.lookAtPage?.(details, { signal: context.signal })) ?? { end: 'nobody' }
    const content: ToolBlock[] = [{ type: 'text', text: [...said, lookWords(look)].join('\n\n') }]
    const picture = await seenPicture(path, look, context)
    if (picture !== null) content.push(picture)
    return { content, details }
  },
})

const isSvg = (path: string): boolean => /\.svg$/i.test(path)
/** Whether anything in it would run. */
const hasScripts = (text: string): boolean => /<script|\son[a-z]+\s*=|javascript:/i.test(text)

const NO_FILES: BundledPage = { bundle: null, count: 0, notes: [] }

async function bundled(
  page: string,
  html: string,
  { files, signal, bundlePage }: Pick<ToolContext, 'files' | 'signal' | 'bundlePage'>,
): Promise<BundledPage> {
  if (bundlePage === undefined || isSvg(page)) return NO_FILES
  const read = ({ blob }: FileInfo): ReturnType<Files['read']> => files.read(blob)
  return bundlePage({ page, html, files: await files.list() }, { signal, read })
}

/** Up to the size of a blob, not that of a text file. */
const putText = (files: Files, text: string): Promise<string> => files.put(new TextEncoder().encode(text))
