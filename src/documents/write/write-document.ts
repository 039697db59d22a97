import type { DocumentJob, DocumentOutcome } from '../../tools/documents/document-port.ts'
import { blocksOf } from './blocks.ts'
import { pictureFinder } from './pictures.ts'
import type { Written } from './written.ts'

/** The code of each kind of document is loaded when that kind is first made. */
export async function writeDocument({ kind, markdown, parts }: DocumentJob): Promise<DocumentOutcome> {
  try {
    const blocks = blocksOf(markdown)
    const find = pictureFinder(parts)
    const write: Record<DocumentJob['kind'], () => Promise<Written>> = {
      docx: async () => (await import('./write-docx.ts')).writeDocx(blocks, find),
      xlsx: async () => (await import('./write-xlsx.ts')).writeXlsx(blocks, markdown, parts),
      pptx: async () => (await import('./write-pptx.ts')).writePptx(blocks, find),
      pdf: async () => (await import('./write-pdf.ts')).writePdf(blocks, find),
    }
    return { ok: true, ...(await write[kind]()) }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return { ok: false, error: `The document could not be made: ${words.slice(0, 1000)}` }
  }
}
