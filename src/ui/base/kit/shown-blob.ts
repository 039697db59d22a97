import { onCleanup } from 'solid-js'

/**
 * Bytes shown through a `blob:` URL, for as long as their owner exists. A loading element is cleared before its URL is
 * revoked, because the browser would report it as not found. No URL is created after the owner is gone, because nobody
 * would revoke it.
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
