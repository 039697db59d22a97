import { quote } from '../workspace/path.ts'

/** The browser's errors about files on disk, in words for the model. */
const WORDS: Readonly<Record<string, string>> = {
  NotFoundError: 'is not there (any more)',
  TypeMismatchError: 'is a folder where a file is needed, or a file where a folder is needed',
  NotAllowedError:
    'cannot be used: the browser wants the person to allow access to the folder again. Ask them to press "Allow access again" in the Files panel',
  NoModificationAllowedError: 'cannot be changed: it is locked, perhaps because another program has it open',
  NotReadableError: 'could not be read: it was changed meanwhile, or another program holds it. Try again',
  QuotaExceededError: 'could not be written: the disk is full',
  SecurityError: 'cannot be used: the browser does not allow web pages to use it',
  AbortError: 'was not written: the browser refused the content as unsafe',
  InvalidModificationError: 'cannot be changed: it is in use',
}

/**
 * Does something with the entry at `path` of the linked folder. Turns the browser's rejections into errors worded for
 * the model.
 */
export async function onDisk<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw inWords(error, path)
  }
}

function inWords(error: unknown, path: string): unknown {
  const where = `${quote(path)} on disk`
  // a name that is fine here but not on the person's system ("aux", "a:b")
  if (error instanceof TypeError) return new Error(`${where} cannot be used: the system does not allow that name.`)
  const words = error instanceof DOMException ? WORDS[error.name] : undefined
  return words === undefined ? error : new Error(`${where} ${words}.`, { cause: error })
}

export const isMissing = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError'
