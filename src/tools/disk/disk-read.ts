import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { MAX_TEXT_BYTES, sizeInWords } from '../text-bytes.ts'
import type { Tool, ToolText } from '../tool.ts'
import { languageOf } from '../workspace/media-type.ts'
import { pageContent } from '../workspace/page-content.ts'
import { rangeParameters } from '../workspace/read-file.ts'
import { pageOf } from '../workspace/text-page.ts'
import { ABOUT_DISK, type Disk } from './disk.ts'
import { onDisk } from './disk-errors.ts'
import { fileOf, textOnDisk } from './disk-file.ts'
import { pieceOf } from './disk-piece.ts'
import { versionOfFile } from './disk-version.ts'

const note = (text: string): ToolText => ({ type: 'text', text: `[${text}]` })

export const diskRead = (disk: Disk): Tool =>
  defineTool({
    name: 'disk_read',
    label: 'Read file on disk',
    description: 'Reads a text file on disk and gives its version.',
    about: ABOUT_DISK,
    parameters: z.strictObject({
      path: z.string().check(z.describe('Path in the linked folder.')),
      ...rangeParameters,
      from_byte: z
        .optional(z.int().check(z.minimum(0)))
        .check(
          z.describe(
            `Instead of lines: where to begin, in bytes from 0. For files over ${sizeInWords(MAX_TEXT_BYTES)}.`,
          ),
        ),
    }),
    repeat: 'pure',
    approval: 'allow',
    sequential: false,
    timeLimit: DEFAULT_TIME_LIMIT,
    run: async (args, { signal, pageBytes }) => {
      const { path, file } = await fileOf(disk, args.path)
      const version = await onDisk(path, () => versionOfFile(file))
      signal.throwIfAborted()
      const versionNote = note(`Version ${version}.`)
      const language = languageOf(path)
      if (args.from_byte !== undefined || file.size > MAX_TEXT_BYTES) {
        const piece = await onDisk(path, () => pieceOf(file, args.from_byte ?? 0, pageBytes))
        if (piece === null) return binary(path, file, version)
        const { text, from, to } = piece
        const on = to < file.size ? ` Read on with from_byte ${to}.` : ''
        const where = note(`Bytes ${from} to ${to} of ${file.size}.${on}`)
        return {
          content: [{ type: 'text', text: text.trim() === '' ? '(only white space)' : text }, where, versionNote],
          details: { shape: 'code', language, text },
        }
      }
      const text = await onDisk(path, () => textOnDisk(file))
      if (text === null) return binary(path, file, version)
      const fromLine = args.from_line ?? 1
      const range = { fromLine, fromColumn: args.from_column ?? 1, toLine: args.to_line ?? null }
      const page = pageOf(text, range, pageBytes)
      return {
        content: [...pageContent(page, fromLine, 'disk_read,'), versionNote],
        details: { shape: 'code', language, text: page.text },
      }
    },
  })

function binary(path: string, { size, type }: File, version: string): { content: ToolText[] } {
  const kind = type === '' ? '' : `${type}, `
  const words = `"${path}" on disk is a binary file (${kind}${sizeInWords(size)}); it cannot be shown as text. disk_to_workspace copies it, up to 100 MB. Its version is ${version}.`
  return { content: [{ type: 'text', text: words }] }
}
