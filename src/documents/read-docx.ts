import mammoth from 'mammoth'
import { htmlAsMarkdown } from './html-as-markdown.ts'

/** The words of a Word document as Markdown, pictures as their names. */
export async function readDocx(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: bytes.buffer },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  )
  return htmlAsMarkdown(value)
}
