import { createSignal, onCleanup, untrack } from 'solid-js'
import { sessionHash } from '../../base/kit/session-hash.ts'
import type { App } from '../../base/state/app-context.ts'
import { asSafe } from '../../base/state/route.ts'
import { drawable, mayBePicture } from './drawable.ts'
import type { Picture, PointedFile, PointedFiles } from './pointed-files.ts'

/** Bytes, and pixels, of all pictures of one text; further ones are links. */
const MOST_BYTES = 60_000_000
const MOST_PIXELS = 200_000_000

/**
 * The files of the open session, as one text points at them: each as it is now. `track` is to be called in an effect,
 * which then runs again when something that was asked for changes. A press on a link dispatches an event `open-file`
 * with the path.
 */
export function createSessionFiles(
  { state, actions, safe }: App,
  host: HTMLElement,
): PointedFiles & { track: () => void } {
  const sessionId = state.open?.id ?? ''
  const [asked, setAsked] = createSignal<readonly string[]>([])
  const [drawn, setDrawn] = createSignal(0)
  /** By blob and path. null: it is read, or cannot be shown. */
  const pictures = new Map<string, Picture | null>()
  let bytesLeft = MOST_BYTES
  let pixelsLeft = MOST_PIXELS
  let gone = false
  host.addEventListener('click', (event) => {
    const place =
      event.target instanceof Element ? event.target.closest<HTMLElement>('.file-link')?.parentElement : null
    // with a key held down the browser opens the session in another tab or window
    if (!place || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    place.dispatchEvent(new CustomEvent('open-file', { bubbles: true, detail: place.dataset['path'] ?? '' }))
  })
  onCleanup(() => {
    gone = true
    for (const picture of pictures.values()) if (picture !== null) URL.revokeObjectURL(picture.url)
  })
  const find = (path: string): ReturnType<PointedFiles['at']> => {
    const files = state.open?.id === sessionId ? state.open.files : null
    if (files === null) return undefined
    const place = placeOf(files, path)
    const file = files[place]
    if (file?.path === path) return file
    return files[placeOf(files, `${path}/`)]?.path.startsWith(`${path}/`) ? 'folder' : null
  }
  const load = async (key: string, file: PointedFile & { blob: string }): Promise<void> => {
    const bytes = await actions.blob(file.blob)
    const found = bytes === null ? null : await drawable(file, bytes)
    if (bytes === null || found === null || gone) return
    bytesLeft -= bytes.length
    pixelsLeft -= found.width * found.height
    if (bytesLeft < 0 || pixelsLeft < 0) return
    const { type, width, height } = found
    const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
    pictures.set(key, { url, width, height })
    setDrawn((n) => n + 1)
  }
  return {
    at: (path) =>
      untrack(() => {
        if (!asked().includes(path)) setAsked((before) => [...before, path])
        return find(path)
      }),
    pictureOf: (file) => {
      const { blob } = file
      if (blob === null || bytesLeft < 0 || pixelsLeft < 0 || !mayBePicture(file)) return null
      const key = `${blob} ${file.path}`
      const known = pictures.get(key)
      if (known !== undefined) return known
      pictures.set(key, null)
      load(key, { ...file, blob }).catch((error: unknown) => console.info('A picture is shown as a link', error))
      return null
    },
    linkTo: () => ({ href: safe() ? asSafe(sessionHash(sessionId)) : sessionHash(sessionId) }),
    track: () => {
      drawn()
      const paths = asked()
      if (paths.length > 0 && state.open?.id === sessionId && state.open.files === null) actions.loadFiles()
      for (const path of paths) {
        const file = find(path)
        if (file && file !== 'folder') void [file.blob, file.size]
      }
    },
  }
}

/** The index of a path in files sorted by path, or where it would be. */
function placeOf(files: readonly { path: string }[], path: string): number {
  let low = 0
  let high = files.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((files[middle]?.path ?? path) < path) low = middle + 1
    else high = middle
  }
  return low
}
