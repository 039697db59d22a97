import { locale } from '../base/words/language.ts'
import { t } from '../base/words/t.ts'

/** Dropped or chosen files, and folders with everything in them. */

export type Upload = { path: string; file: File }
/** `leftOut`: folders that are skipped; `unreadable`: files that the browser could not open. */
export type Gathered =
  | { type: 'files'; files: Upload[]; leftOut: string[]; unreadable: string[] }
  | { type: 'too-much'; words: string }

/** Most files at one time. A workspace is held in the browser's storage, and each file of it in every export. */
export const MOST_FILES = 5000
const MOST_BYTES = 500_000_000
/** Folders that tools fill by the ten thousand. A person can drop one of them by itself. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', '.git'])

/**
 * Messengers and right-to-left languages put them into names. The workspace refuses them, since they make one name look
 * like another.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/** The name under which a file is stored: composed characters, as the workspace wants them; folders stay. */
const uploadName = (path: string): string => path.replace(/^\/+/, '').replaceAll(UNSEEN, '').normalize('NFC')

/** All files of these, by their paths below the dropped item. More than the limit: none. Never rejects. */
export async function gatherFiles(
  items: readonly (FileSystemEntry | File)[],
  tell: (words: string) => void,
): Promise<Gathered> {
  const gathered = {
    type: 'files' as const,
    files: [] as Upload[],
    leftOut: [] as string[],
    unreadable: [] as string[],
  }
  let bytes = 0
  const open = items.map((item) => ({ item, dropped: true }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { item, dropped } = next
    if (isFolder(item)) {
      if (!dropped && LEFT_OUT.has(item.name)) gathered.leftOut.push(uploadName(item.fullPath))
      else
        try {
          for (const inner of await entriesOf(item, MOST_FILES - gathered.files.length))
            open.push({ item: inner, dropped: false })
        } catch {
          gathered.unreadable.push(uploadName(item.fullPath))
        }
    } else
      try {
        const upload = await uploadOf(item)
        bytes += upload.file.size
        gathered.files.push(upload)
        if (gathered.files.length % 100 === 0) tell(t('Scanning: {n} files', { n: gathered.files.length }))
      } catch {
        gathered.unreadable.push(uploadName('fullPath' in item ? item.fullPath : item.name))
      }
    const words = tooMuch(gathered.files.length + open.length, bytes)
    if (words !== null) return { type: 'too-much', words }
  }
  // The item that was dropped last used to be read first.
  return { ...gathered, files: gathered.files.reverse() }
}

function tooMuch(files: number, bytes: number): string | null {
  if (files > MOST_FILES)
    return t('More than {n} files, the limit for one upload. Nothing was uploaded. Choose fewer files.', {
      n: MOST_FILES.toLocaleString(locale()),
    })
  if (bytes > MOST_BYTES)
    return t('More than {n} MB, the limit for one upload. Nothing was uploaded. Choose fewer files.', {
      n: MOST_BYTES / 1_000_000,
    })
  return null
}

const isFolder = (item: FileSystemEntry | File): item is FileSystemDirectoryEntry =>
  'isDirectory' in item && item.isDirectory

async function uploadOf(item: FileSystemEntry | File): Promise<Upload> {
  if (item instanceof File) return { path: uploadName(item.webkitRelativePath || item.name), file: item }
  const file = await new Promise<File>((resolve, reject) => (item as FileSystemFileEntry).file(resolve, reject))
  return { path: uploadName(item.fullPath), file }
}

/** A reader gives a hundred at a time, and nothing at the end. One more than `most` is enough. */
async function entriesOf(folder: FileSystemDirectoryEntry, most: number): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    all.push(...some)
    if (some.length === 0 || all.length > most) return all
  }
}
