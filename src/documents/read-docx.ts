import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { htmlAsMarkdown } from './html-as-markdown.ts'
import { slimWord } from './slim-word.ts'

/**
 * The text of a Word document as Markdown, with pictures by name. `parts`: its parts by name. The library gets a zip
 * that was rebuilt here, which has only one reading. null: the document has more than the library can handle.
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
