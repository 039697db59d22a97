import { readable } from './readable.ts'

/** A thread for one page: a hostile one may take for ever, and whoever started this then kills it. */
self.onmessage = ({ data }: MessageEvent<{ html: string; url: string }>): void => {
  try {
    self.postMessage({ ok: true, page: readable(data.html, data.url) })
  } catch (error) {
    self.postMessage({ ok: false, error: error instanceof Error ? error.message : String(error) })
  }
}
