import * as z from 'zod/mini'

/** Files and folders that cross between page and worker. This floor has no platform types, so it checks their shape. */

/** A Blob or File. It travels by reference: its bytes stay in the browser. */
export type FileLike = { readonly size: number; readonly type: string }
export const FileLike = z.custom<FileLike>(
  (value) => /^\[object (Blob|File)\]$/.test(tagOf(value)),
  'This is not a file',
)

/** A folder that the person has picked (File System Access). */
export type FolderLike = { readonly kind: 'directory'; readonly name: string }
export const FolderLike = z.custom<FolderLike>(
  (value) => tagOf(value) === '[object FileSystemDirectoryHandle]',
  'This is not a folder',
)

const tagOf = (value: unknown): string => Object.prototype.toString.call(value)
