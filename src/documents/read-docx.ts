import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { htmlAsMarkdown } from './html-as-markdown.ts'
import { slimWord } from './slim-word.ts'

/**
 * The words of a Word document as Markdown, pictures as their names. `parts`: its parts by name. The library gets a zip that was made of them
 * here, which has one reading. null: the document holds more than the library can take.
 */
export async function readDocx(parts: ReadonlyMap<string, Uint8Array>): Promise<string | null> {
  const slim = slimWord(parts)
  if (slim === null) return null
  const { buffer } = zipSync(Object.fromEntries(slim), { level: 0 }) as Uint8Array<ArrayBuffer>
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: buffer },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  )
  return htmlAsMarkdown(value)
}
