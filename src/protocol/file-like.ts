import * as z from 'zod/mini'

/** Files and folders that cross between page and worker; this floor has no platform, so it knows them by what they must have. */

/** A Blob or File. It travels by reference: its bytes stay where the browser keeps them. */
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
