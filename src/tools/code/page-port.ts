type PageFile = { path: string; blob: string; size: number; mediaType: string }

/**
 * `bundle`: the page with its files, as JSON; null: it needs none. `notes`: what could not be loaded, with the place.
 */
export type BundledPage = { bundle: string | null; count: number; notes: string[] }

/**
 * Puts a page and the files that it names together, in a thread that can be killed. Rejects with a sentence if that
 * cannot be done, and with the signal's reason.
 */
export type BundlePage = (
  job: { page: string; html: string; files: readonly PageFile[] },
  watch: { signal: AbortSignal; read: (file: PageFile) => Promise<Uint8Array<ArrayBuffer>> },
) => Promise<BundledPage>

export type PageLine = { level: 'log' | 'warn' | 'error'; text: string }
/**
 * What a page of the person saw when the artifact ran there. `nobody`: no page that is in view shows the session.
 * `not-allowed`: its scripts may not run yet. `typing`: the person types. `silent`: it stopped responding. `taken`: it
 * reached for the keyboard and was stopped. `unreadable`: it could not be shown.
 */
export type PageLook =
  | { end: 'nobody' | 'not-allowed' | 'typing' | 'unreadable' }
  | {
      end: 'ran' | 'silent' | 'taken'
      lines: PageLine[]
      /** Lines that were left out. */
      more: number
      /** Words on the page. */
      text: string
      /** Of its first screen; hostile. */
      picture: Uint8Array<ArrayBuffer> | null
    }

/**
 * Has the artifact run in a page of the person, if that is allowed. `drawing`: an SVG is only drawn, which needs no
 * word of the person. Rejects only with the signal's reason.
 */
export type LookAtPage = (
  artifact: { path: string; blob: string; title: string; bundle?: string | undefined },
  watch: { signal: AbortSignal; drawing?: true },
) => Promise<PageLook>
