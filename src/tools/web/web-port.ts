import type { OpenSource } from './open-source-names.ts'

/** What tools may do on the web. The provider of this port checks every origin against what the person allowed. */

/** The part of a platform response that is used; platform types stay out, since the mind reads `tool.ts`. */
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

/** `note`: how it was read, if not in the usual way. */
export type ReadablePage = { title: string; text: string; note?: string }

/**
 * Turns HTML into readable Markdown, in a thread that is killed when it is late, since pages are hostile. Rejects with
 * a sentence, or with the signal's reason.
 */
export type MakeReadable = (html: string, url: string, signal: AbortSignal) => Promise<ReadablePage>

/**
 * A service that fetches pages for us. `get` takes the address of the page, never of the service. `clean` removes the
 * service's secret from a text made from its response, in any charset.
 */
export type Reader = {
  origin: string
  get: (url: URL, signal: AbortSignal) => Promise<WebResponse>
  clean: (text: string) => string
}

export type SearchKind = 'tavily' | 'brave' | 'exa' | 'searxng'
/** `fetch` goes only to the origin of `baseUrl` and adds the person's key. */
export type SearchAccess = { kind: SearchKind; baseUrl: string; fetch: WebFetch }
type WebFetch = (
  url: string,
  request: { method?: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<WebResponse>

export type Web = {
  /**
   * Gets a page from its own server, without cookies and without following redirects (a browser then shows only that
   * there was one). Rejects with a TypeError if the browser withholds the response, with other errors if the origin is
   * not allowed.
   */
  getPage: (url: URL, signal: AbortSignal) => Promise<WebResponse>
  /** Gets a file from the host of Python packages; rejects if the person has not allowed that. */
  getWheel?: (fileName: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
  /** null: the person has set none. */
  reader: () => Promise<Reader | null>
  search: () => Promise<SearchAccess | null>
  /** Asks a source that needs no key, by a path with query; rejects if the person has not allowed that. */
  getSource?: (source: OpenSource, path: string, signal: AbortSignal) => Promise<WebResponse>
  /** The text of a PDF, read in a thread that can be killed. Rejects with a sentence. */
  readPdf?: (bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<{ pages: number; text: string }>
  makeReadable: MakeReadable
  /**
   * One request of git's protocol, without following redirects: for the references of a repository (`body` null), or to
   * a service. Commits leave only if the person allowed it for this repository. Rejects with a sentence.
   */
  git?: (request: GitRequest, signal: AbortSignal) => Promise<WebResponse>
  /** Passes pages and git on as they are, for hosts that keep browsers out. null: the person has set none. */
  relay?: () => Promise<Reader | null>
}

/** `repository`: its address, without a slash at the end. */
export type GitRequest = {
  repository: string
  service: 'git-upload-pack' | 'git-receive-pack'
  body: Uint8Array<ArrayBuffer> | null
}
