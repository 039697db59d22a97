import { plainText, titleOf } from './plain-text.ts'
import { readable } from './readable.ts'
import type { FromReadable, ToReadable } from './readable-messages.ts'

/** Characters of HTML that are searched for the readable part; measured: 4.7 MB take half a minute. */
const MOST = 2_000_000
/** Most characters of the result; nesting can make Markdown far longer than the page. */
const MOST_TEXT = 5_000_000

const say = (message: FromReadable): void => self.postMessage(message)

/** A thread for one page: a hostile page may never end, and the owner then kills the thread. */
self.onmessage = ({ data: { html, url } }: MessageEvent<ToReadable>): void => {
  say({ type: 'plain', page: { title: titleOf(html), text: plainText(html).slice(0, MOST_TEXT) } })
  try {
    const { title, text } = readable(html.slice(0, MOST), url)
    say({ type: 'readable', page: { title, text: text.slice(0, MOST_TEXT) } })
  } catch {
    // errors of these libraries about a hostile page mean nothing to anybody
    say({ type: 'failed' })
  }
}
