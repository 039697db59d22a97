/** What tools may do on the web. Whoever gives the port checks every origin against what the person allowed. */

/** What is read of a platform's response; the types that know the platform stay out, since the mind reads `tool.ts`. */
export type WebResponse = {
  ok: boolean
  status: number
  type: string
  headers: { get: (name: string) => string | null }
  body: { getReader: () => BodyReader } | null
}
type BodyReader = {
  read: () => Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel: () => Promise<void>
}

/** `note`: how it was read, when not as it should be. */
export type ReadablePage = { title: string; text: string; note?: string }

/**
 * Makes readable Markdown of HTML, in a thread that is killed when it is late, since pages are hostile. Rejects with a sentence, or with
 * the signal's reason.
 */
export type MakeReadable = (html: string, url: string, signal: AbortSignal) => Promise<ReadablePage>

/**
 * A service that fetches pages for us. `get` takes the address of the page, never of the service. `clean` takes the service's secret out
 * of a text that was made of its answer, whatever charset that came in.
 */
export type Reader = {
  origin: string
  get: (url: URL, signal: AbortSignal) => Promise<WebResponse>
  clean: (text: string) => string
}

export type SearchKind = 'tavily' | 'brave' | 'exa' | 'searxng'
/** `fetch` goes to the origin of `baseUrl` alone and adds the person's key. */
export type SearchAccess = { kind: SearchKind; baseUrl: string; fetch: WebFetch }
type WebFetch = (
  url: string,
  request: { method?: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<WebResponse>

export type Web = {
  /**
   * Gets a page from its own server, without cookies and following no redirect (a browser then shows nothing of it but that there was
   * one). Rejects with a TypeError when the browser withholds the answer, with other errors when the origin is not allowed.
   */
  getPage: (url: URL, signal: AbortSignal) => Promise<WebResponse>
  /** Gets a file of the host of Python's packages; rejects when the person has not allowed that. */
  getWheel?: (fileName: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
  /** null: the person has set none. */
  reader: () => Promise<Reader | null>
  search: () => Promise<SearchAccess | null>
  makeReadable: MakeReadable
}
