import * as z from 'zod/mini'
import { defineTool } from '../define-tool.ts'
import { clip, sizeInWords } from '../text-bytes.ts'
import type { Files, Tool, ToolBlock } from '../tool.ts'
import { endingOf, mediaTypeOfName } from '../workspace/media-type.ts'
import { infoOf, pathOf } from '../workspace/open-file.ts'
import { ensurePlace } from '../workspace/place.ts'
import type { PictureMaker, PictureOrder } from './picture-port.ts'

const LONGEST = 32_000
const MOST_SOURCES = 16
const MOST_BYTES = 50 * 1024 * 1024
/** Milliseconds: a busy model takes minutes. */
const LIMIT = 6 * 60_000
/** Kinds that every provider takes. */
const TAKEN: ReadonlySet<string | undefined> = new Set(['image/png', 'image/jpeg', 'image/webp'])

/**
 * `model`: its name. `to`: its provider’s name, if the session’s own model is at another one, which has not read the
 * conversation.
 */
export const makePicture = (make: PictureMaker, { model, to }: { model: string; to: string | null }): Tool =>
  defineTool({
    name: 'make_picture',
    label: 'Make picture',
    description: `Makes a picture with ${clip(model, 60)}, or a new one from pictures of the workspace. Each costs the user money.`,
    parameters: z.strictObject({
      prompt: z.string().check(z.minLength(1), z.maxLength(LONGEST), z.describe('What to show, in full.')),
      path: z.string().check(z.describe('The new file.')),
      shape: z.optional(z.enum(['square', 'wide', 'tall'])),
      from: z
        .optional(z.array(z.string()).check(z.maxLength(MOST_SOURCES)))
        .check(z.describe('Paths of PNG, JPEG or WebP files to change or use.')),
    }),
    // a second picture is paid for a second time
    repeat: 'once',
    approval: 'ask',
    sequential: false,
    timeLimit: LIMIT,
    ...(to !== null && { sends: ({ prompt }: { prompt: string }) => ({ words: prompt, to }) }),
    run: async ({ prompt, path: wish, shape, from = [] }, { files, signal, progress, show }) => {
      const pictures = await sourcesOf(from, files)
      const named = pathOf(wish)
      await ensurePlace(files, named)
      progress(`Asking ${model}`)
      const made = await make({ prompt, shape, pictures }, signal)
      const requests = made.request === null ? [] : [made.request]
      if (!made.ok) return { content: [{ type: 'text', text: made.error }], isError: true, requests }
      const { bytes, mediaType } = made.picture
      const path = mediaTypeOfName(named) === mediaType ? named : withEnding(named, endingOf(mediaType))
      const before = await files.info(path)
      const to = await files.put(bytes)
      const file = { path, size: bytes.length, mediaType }
      const seen = await show?.({ ...file, blob: to }, signal)
      const said = made.words.trim() === '' ? '' : `\nIt said: ${clip(made.words.trim(), 2000)}`
      const text = `${before ? 'Replaced' : 'Made'} "${path}" (${sizeInWords(bytes.length)}).${said}`
      const content: ToolBlock[] = [{ type: 'text', text }, ...(seen ? [seen] : [])]
      return {
        content,
        details: { shape: 'image', mediaType, blob: to },
        files: [{ ...file, from: before?.blob ?? null, to }],
        requests,
      }
    },
  })

/** Only its name and description, for the settings. */
export const pictureToolInGeneral = (): Tool =>
  makePicture(() => Promise.reject(new Error('No model makes pictures.')), {
    model: 'the model for pictures',
    to: null,
  })

const withEnding = (path: string, ending: string): string =>
  mediaTypeOfName(path)?.startsWith('image/') ? path.replace(/\.[^./]+$/, ending) : `${path}${ending}`

async function sourcesOf(paths: readonly string[], files: Files): Promise<PictureOrder['pictures']> {
  const infos = await Promise.all(paths.map((path) => infoOf(files, pathOf(path))))
  const other = infos.find(({ path }) => !TAKEN.has(mediaTypeOfName(path)))
  if (other) throw new Error(`"${other.path}" is no PNG, JPEG or WebP file.`)
  if (infos.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES)
    throw new Error(`These pictures are larger than ${sizeInWords(MOST_BYTES)} together.`)
  return Promise.all(
    infos.map(async ({ path, blob }) => ({ mediaType: mediaTypeOfName(path) ?? '', bytes: await files.read(blob) })),
  )
}
