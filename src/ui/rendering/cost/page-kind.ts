export type PageKind = 'html' | 'svg'

/** What kind of page a file is; null: none. */
export function kindOfPage(path: string, mediaType = ''): PageKind | null {
  if (mediaType === 'text/html' || /\.html?$/i.test(path)) return 'html'
  if (mediaType === 'image/svg+xml' || /\.svg$/i.test(path)) return 'svg'
  return null
}
