/** Documents that can be written, by the ending of their path. */
export const DOCUMENT_KINDS = ['docx', 'xlsx', 'pptx', 'pdf'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** A workspace file that the Markdown names: a picture, or a table as CSV or TSV. */
export type DocumentPart = { path: string; bytes: Uint8Array<ArrayBuffer> }
export type DocumentJob = { kind: DocumentKind; markdown: string; parts: DocumentPart[] }

/** `notes`: what could not be shown as asked, a sentence each. `counts`: what the document holds, in words. */
export type DocumentOutcome =
  | { ok: true; bytes: Uint8Array<ArrayBuffer>; counts: string; notes: string[] }
  | { ok: false; error: string }

/**
 * Makes a document from Markdown in a thread that can be killed. Rejects only with the signal's reason, with nothing
 * left running.
 */
export type MakeDocument = (
  job: DocumentJob,
  watch: { signal: AbortSignal; timeLimit: number },
) => Promise<DocumentOutcome>
