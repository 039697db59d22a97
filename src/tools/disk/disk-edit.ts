import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { encodeText, MAX_TEXT_BYTES, sizeInWords } from '../text-bytes.ts'
import type { Tool } from '../tool.ts'
import { applyEdits, type Edit, editsOf } from '../workspace/apply-edits.ts'
import { diffDetails } from '../workspace/diff-details.ts'
import { editParameters } from '../workspace/edit-parameters.ts'
import { ABOUT_DISK, type Disk } from './disk.ts'
import { onDisk } from './disk-errors.ts'
import { fileOf, textOnDisk } from './disk-file.ts'
import { versionOf, versionOfFile } from './disk-version.ts'
import { versionParameter } from './disk-write.ts'
import { replaceOnDisk, requireVersion } from './replace-on-disk.ts'

export const diskEdit = (disk: Disk): Tool =>
  defineTool({
    name: 'disk_edit',
    label: 'Edit file on disk',
    description: 'Replaces pieces of text in a file on disk, as edit_file does.',
    about: ABOUT_DISK,
    parameters: z.strictObject({
      path: z.string().check(z.describe('Path in the linked folder.')),
      version: versionParameter,
      ...editParameters,
    }),
    // a second run finds a changed version and does nothing
    repeat: 'idempotent',
    approval: 'ask',
    sequential: true,
    timeLimit: DEFAULT_TIME_LIMIT,
    // the call itself holds the old words
    undo: () => 'here',
    run: async (args, { signal }) => {
      const edits = editsOf(args)
      const { path, file } = await fileOf(disk, args.path)
      const now = await onDisk(path, () => versionOfFile(file))
      const text = await onDisk(path, () => textOnDisk(file))
      if (text === null)
        throw new Error(
          `"${path}" on disk is binary or over ${sizeInWords(MAX_TEXT_BYTES)}; it cannot be edited as text.`,
        )
      if (now !== args.version && (await wasEdited(text, args.version, edits)))
        return { content: [{ type: 'text', text: `"${path}" on disk has been edited so. [Version ${now}.]` }] }
      requireVersion(path, args.version, now)
      const after = applyEdits(text, edits)
      const bytes = encodeText(after)
      const { version } = await replaceOnDisk(disk, path, { version: args.version, bytes }, signal)
      return {
        content: [
          { type: 'text', text: `Edited "${path}" on disk (now ${sizeInWords(bytes.length)}). [Version ${version}.]` },
        ],
        details: diffDetails(path, text, after),
      }
    },
  })

/** Whether undoing these edits gives the version that they build on: then an earlier attempt has made them. */
async function wasEdited(text: string, version: string, edits: readonly Edit[]): Promise<boolean> {
  try {
    const back = edits.toReversed().map((edit) => ({ ...edit, old_text: edit.new_text, new_text: edit.old_text }))
    return (await versionOf(encodeText(applyEdits(text, back)))) === version
  } catch {
    // they cannot be undone, so that is unknown: the version mismatch decides
    return false
  }
}
