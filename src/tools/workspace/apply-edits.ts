import { findText } from '../find-text.ts'
import { replaceOnce } from './replace-once.ts'

export type Edit = { old_text: string; new_text: string; replace_all?: boolean | undefined }

/** Reads the edits from arguments. Throws words for the model. */
export function editsOf(
  args: { [Name in keyof Edit]?: Edit[Name] | undefined } & { edits?: Edit[] | undefined },
): Edit[] {
  const { edits, old_text, new_text, replace_all } = args
  if (edits !== undefined) {
    if (old_text !== undefined || new_text !== undefined)
      throw new Error('Give either edits, or old_text and new_text.')
    return edits
  }
  if (old_text === undefined || new_text === undefined) throw new Error('Give old_text and new_text, or edits.')
  return [{ old_text, new_text, replace_all }]
}

/** The text after all edits. Throws words for the model that name the edit that does not fit. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits.reduce((now, { old_text, new_text, replace_all }, at) => {
    try {
      return replace_all ? replaceAll(now, old_text, new_text) : replaceOnce(now, old_text, new_text)
    } catch (error) {
      const which = edits.length === 1 ? '' : `Edit ${at + 1} of ${edits.length}: `
      throw new Error(`${which}${error instanceof Error ? error.message : 'it does not fit.'}`, { cause: error })
    }
  }, text)
}

function replaceAll(text: string, part: string, next: string): string {
  // throws the reason: the text is missing, or unchanged
  if (part === '' || part === next || findText(text, part) === -1) return replaceOnce(text, part, next)
  return text.split(part).join(next)
}
