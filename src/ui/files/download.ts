/** Hands bytes to the browser as a download; the file keeps the last part of its path as name. */
export function downloadBytes(bytes: Uint8Array, path: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = path.split('/').at(-1) || 'file'
  link.click()
  // the browser has taken the URL over by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
