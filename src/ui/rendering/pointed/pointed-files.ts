/** Files of the workspace that Markdown points at. */

export type PointedFile = { path: string; blob: string | null; size: number; mediaType: string }
/** Its `url` is that of bytes in the page: `blob:` or `data:`. */
export type Picture = { url: string; width: number; height: number }

export type PointedFiles = {
  /** null: there is no such file; undefined: not known yet. May be called at any rate. */
  at: (path: string) => PointedFile | 'folder' | null | undefined
  /** null: it is no picture that can be shown, or not yet. */
  pictureOf: (file: PointedFile) => Picture | null
  /** Where a link leads; null: it cannot be opened here. */
  linkTo: (path: string) => { href: string; download?: string } | null
}
