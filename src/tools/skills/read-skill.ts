import { decodeText, sizeInWords } from '../text-bytes.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import { languageOf } from '../workspace/media-type.ts'
import { pageContent } from '../workspace/page-content.ts'
import { quote } from '../workspace/path.ts'
import { type PageStart, pageOf } from '../workspace/text-page.ts'

/** The file that is read if only the skill is named. */
const MAIN = 'SKILL.md'

/** Reads a page of a file of a skill, for `read_file`. Throws words for the model. */
export async function readSkill(
  place: { name: string; path: string },
  range: PageStart,
  { skills, signal, pageBytes }: Pick<ToolContext, 'skills' | 'signal' | 'pageBytes'>,
): Promise<ToolOutcome> {
  const path = place.path === '' ? MAIN : place.path
  const found = (await skills?.read(place.name, path)) ?? null
  signal.throwIfAborted()
  if (found === null)
    throw new Error(
      `There is no skill ${quote(place.name)} that is on. A file of the workspace is read without the "/" before it.`,
    )
  const { bytes, others } = found
  if (bytes === null)
    throw new Error(`The skill has no file ${quote(path)}. It has: ${others.map((other) => quote(other)).join(', ')}.`)
  const text = decodeText(bytes)
  if (text === null)
    return { content: [{ type: 'text', text: `${quote(path)} is a binary file (${sizeInWords(bytes.length)}).` }] }
  const page = pageOf(text, range, pageBytes)
  const rest = others.filter((other) => other !== MAIN).map((other) => `/skills/${place.name}/${other}`)
  const note = path === MAIN && rest.length > 0 ? [`[Other files of this skill: ${rest.join(', ')}]`] : []
  return {
    content: [
      ...pageContent(page, range.fromLine, 'read_file,'),
      ...note.map((words) => ({ type: 'text' as const, text: words })),
    ],
    details: { shape: 'code', language: languageOf(path), text: page.text },
  }
}
