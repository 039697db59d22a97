import { onCleanup } from 'solid-js'

/**
 * Bytes that an element shows by a `blob:` URL, for as long as what asked for them is there. What is still loading is
 * taken off before its URL is given back, since the browser would report it as not found; and none is made when all is
 * gone, since nobody would give that one back.
 */
export function createShownBlob(): {
  /** Of what came last; null when it came too late. */
  urlOf: (bytes: Uint8Array, type: string) => string | null
  /** A `ref` of the element. */
  by: (element: HTMLImageElement | HTMLMediaElement) => void
} {
  let url: string | null = null
  let shownBy: HTMLImageElement | HTMLMediaElement | null = null
  let gone = false
  const giveBack = (): void => {
    shownBy?.removeAttribute('src')
    if (shownBy instanceof HTMLMediaElement) shownBy.load()
    if (url !== null) URL.revokeObjectURL(url)
    url = null
  }
  onCleanup(() => {
    gone = true
    giveBack()
  })
  return {
    urlOf: (bytes, type) => {
      if (gone) return null
      giveBack()
      url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
      return url
    },
    by: (element) => {
      shownBy = element
    },
  }
}
