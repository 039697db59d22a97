type PageFile = { path: string; blob: string; size: number; mediaType: string }

/** `bundle`: the page with its files, as JSON; null: it needs none. `notes`: what could not be loaded, with the place. */
export type BundledPage = { bundle: string | null; count: number; notes: string[] }

/**
 * Puts a page and the files that it names together, in a thread that can be killed. Rejects with a sentence if that
 * cannot be done, and with the signal's reason.
 */
export type BundlePage = (
  job: { page: string; html: string; files: readonly PageFile[] },
  watch: { signal: AbortSignal; read: (file: PageFile) => Promise<Uint8Array<ArrayBuffer>> },
) => Promise<BundledPage>
