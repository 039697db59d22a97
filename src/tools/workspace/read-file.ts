import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { readSkill } from '../skills/read-skill.ts'
import { skillPlace } from '../skills/skill-port.ts'
import { decodeText, sizeInWords } from '../text-bytes.ts'
import type { Display, FileInfo, Files, ToolContext, ToolDocument, ToolImage } from '../tool.ts'
import { ABOUT_FILES } from './about-files.ts'
import { languageOf } from './media-type.ts'
import { infoOf, pathOf, textOf } from './open-file.ts'
import { pageContent } from './page-content.ts'
import { pictureOfDrawing } from './picture-of-drawing.ts'
import { numbered, pageOf } from './text-page.ts'

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Line and column of a text, shared with `read_result`. */
export const rangeParameters = {
  from_line: z.optional(z.int().check(z.minimum(1))).check(z.describe('First line, counted from 1.')),
  to_line: z.optional(z.int().check(z.minimum(1))).check(z.describe('Last line, included.')),
  from_column: z.optional(z.int().check(z.minimum(1))).check(z.describe('For very long lines.')),
}

const PDF = 'application/pdf'
/** Their text can be read. */
const OFFICE = /^application\/vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet)$/
const isSound = (mediaType: string): boolean => mediaType.startsWith('audio/')
/** Most bytes to show: with more, the request would be larger than providers accept; sound has the lowest limit. */
const mostShown = (mediaType: string): number => (isSound(mediaType) ? 14_000_000 : 20_000_000)

/** `why`: why a file cannot be shown although its name suggests that it can; '' otherwise. */
async function shownTo(
  show: ToolContext['show'],
  info: FileInfo,
  signal: AbortSignal,
): Promise<{ shown: ToolImage | ToolDocument | null; why: string }> {
  const { mediaType, size } = info
  if (
    show === undefined ||
    !(IMAGES.includes(mediaType) || mediaType === PDF || isSound(mediaType) || OFFICE.test(mediaType))
  )
    return { shown: null, why: '' }
  const most = mostShown(mediaType)
  if (size > most) return { shown: null, why: ` To be shown it may have ${sizeInWords(most)}.` }
  try {
    return { shown: await show(info, signal), why: '' }
  } catch (error) {
    signal.throwIfAborted()
    return { shown: null, why: ` Nor can it be shown: ${error instanceof Error ? error.message : 'it is damaged.'}` }
  }
}

function about({ path, size }: FileInfo, shown: ToolImage | ToolDocument): string {
  if (shown.type === 'image')
    return `"${path}", a picture of ${shown.width} x ${shown.height} pixels, ${sizeInWords(size)}:`
  if (isSound(shown.mediaType))
    return `"${path}", a recording of about ${shown.length} ${shown.length === 1 ? 'second' : 'seconds'}, ${sizeInWords(size)}:`
  const pages = shown.pages === undefined ? '' : ` of ${shown.pages} ${shown.pages === 1 ? 'page' : 'pages'}`
  return `"${path}", a PDF${pages}, ${sizeInWords(size)}:`
}

/** null: it has no text. */
const wordsIn = async (files: Files, { words }: ToolDocument): Promise<string | null> =>
  words === null ? null : decodeText(await files.read(words))

const detailsOf = ({ path, mediaType, blob }: FileInfo): Display =>
  IMAGES.includes(mediaType) ? { shape: 'image', mediaType, blob } : { shape: 'file', path }

export const readFile = defineTool({
  name: 'read_file',
  label: 'Read file',
  description: 'Reads a file: text as it is; a picture, PDF or recording as far as you can see or hear it.',
  about: ABOUT_FILES,
  parameters: z.strictObject({
    path: z.string().check(z.describe('In the workspace.')),
    ...rangeParameters,
    line_numbers: z.optional(z.boolean()).check(z.describe('Put the number before each line.')),
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async (args, context) => {
    const { files, show, signal, pageBytes } = context
    const fromLine = args.from_line ?? 1
    const range = { fromLine, fromColumn: args.from_column ?? 1, toLine: args.to_line ?? null }
    const skill = skillPlace(args.path)
    if (skill !== null) return readSkill(skill, range, context)
    const path = pathOf(args.path)
    const info = await infoOf(files, path)
    const { shown, why } = await shownTo(show, info, signal)
    const isWords = shown?.type === 'document' && OFFICE.test(info.mediaType)
    if (shown !== null && !isWords)
      return { content: [{ type: 'text', text: about(info, shown) }, shown], details: detailsOf(info) }
    // a file that is too large to be shown is not text either
    const tooLarge = why !== '' && info.size > mostShown(info.mediaType)
    const text = isWords ? await wordsIn(files, shown) : tooLarge ? null : await textOf(files, info)
    if (text === null) {
      const kind = `${info.mediaType}, ${sizeInWords(info.size)}`
      const words = `"${path}" is a binary file (${kind}); it cannot be shown as text.${why}`
      return { content: [{ type: 'text', text: words }], details: detailsOf(info) }
    }
    const page = pageOf(text, range, pageBytes)
    const drawn = info.mediaType === 'image/svg+xml' && fromLine === 1 ? await pictureOfDrawing(info, context) : null
    return {
      content: [
        ...pageContent(args.line_numbers ? numbered(page, fromLine) : page, fromLine, 'read_file,'),
        ...(drawn === null ? [] : [drawn]),
      ],
      details: { shape: 'code', language: languageOf(path), text: page.text },
    }
  },
})
