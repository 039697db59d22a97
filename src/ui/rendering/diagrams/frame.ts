import { frameScript } from './frame-script.ts'

/** Policy that stops a frame from taking the focus without a click, in browsers that support it. */
const NO_FOCUS = "focus-without-user-activation 'none'"

/**
 * An invisible frame, like those of artifacts: a page of ours whose policy allows no network, and in it a frame with no
 * origin. It is inert: nothing in it can take the keyboard. `heard` is called with every message from it; `broke` once,
 * if it cannot be set up.
 */
export function openFrame(
  load: () => Promise<string>,
  heard: (data: () => unknown) => void,
  broke: (why: 'not-loaded' | 'not-safe') => void,
): { send: (message: object) => void; close: () => void } {
  const outer = document.createElement('iframe')
  let inner: HTMLIFrameElement | null = null
  const code = load()
  // handled once the frame is there; until then a rejection must not count as unhandled
  code.catch(() => {})
  const show = async (): Promise<void> => {
    const place = outer.contentDocument
    // a host that answers every address with the app would put the frame under the app's policy, or under none
    const policy = place?.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')?.content
    if (place?.title !== 'Artifact' || !policy?.includes("default-src 'none'")) return broke('not-safe')
    let library: string
    try {
      library = await code
    } catch (error) {
      console.info('Diagrams are shown as they were written', error)
      return broke('not-loaded')
    }
    inner = place.createElement('iframe')
    inner.allow = NO_FOCUS
    inner.setAttribute('sandbox', 'allow-scripts')
    inner.setAttribute('referrerpolicy', 'no-referrer')
    inner.srcdoc = `<!doctype html><meta charset="utf-8"><body><script>${asScript(library)}</script><script>(${String(frameScript)})()</script>`
    place.body.replaceChildren(inner)
  }
  const receive = (event: MessageEvent): void => {
    if (inner && event.source === inner.contentWindow) heard(() => event.data)
  }
  addEventListener('message', receive)
  outer.className = 'diagram-frame'
  outer.inert = true
  outer.ariaHidden = 'true'
  outer.tabIndex = -1
  outer.title = 'Mermaid'
  outer.allow = NO_FOCUS
  outer.addEventListener('load', () => void show())
  outer.src = new URL('artifact-frame.html', document.baseURI).href
  document.body.append(outer)
  return {
    send: (message) => inner?.contentWindow?.postMessage(message, '*'),
    close: () => {
      removeEventListener('message', receive)
      inner = null
      outer.remove()
    },
  }
}

/** Code as the content of a script element: character sequences that would end it, or begin a comment, are escaped. */
const asScript = (code: string): string => code.replace(/<(?=!--|\/?script)/gi, '\\x3c')
