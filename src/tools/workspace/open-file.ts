import { decodeText, MAX_TEXT_BYTES, sizeInWords } from '../text-bytes.ts'
import type { FileInfo, Files } from '../tool.ts'
import { parsePath } from './path.ts'

/** Shared by the file tools. Everything throws errors worded for the model. */

/** The clean path of an argument. */
export function pathOf(text: string): string {
  const { path, problem } = parsePath(text)
  if (problem !== undefined) throw new Error(problem)
  return path
}

export async function infoOf(files: Files, path: string): Promise<FileInfo> {
  const info = await files.info(path)
  if (!info) throw new Error(`There is no file "${path}". list_files shows what there is.`)
  return info
}

/** The text of a file; null if it is binary. */
export async function textOf(files: Files, info: FileInfo): Promise<string | null> {
  if (info.size > MAX_TEXT_BYTES)
    throw new Error(
      `"${info.path}" is ${sizeInWords(info.size)} long; this works up to ${sizeInWords(MAX_TEXT_BYTES)}.`,
    )
  return decodeText(await files.read(info.blob))
}
