import { pathOf } from './open-file.ts'

/** The clean path of a folder argument; '' for the whole workspace. Throws words for the model. */
export function folderOf(argument: string | undefined): string {
  const trimmed = (argument ?? '').replace(/\/$/, '')
  return trimmed === '' || trimmed === '.' ? '' : pathOf(trimmed)
}

/** Whether a file is in this folder, or is this file itself. */
export const isWithin = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`)
