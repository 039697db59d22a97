/** Hands a file to the browser as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // a large one is still being read long after the click
  setTimeout(() => URL.revokeObjectURL(url), 10 * 60_000)
}
