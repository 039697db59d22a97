import type { FaultKind, StorageFault } from '../settings/storage-fault.ts'

/** Storage faults in words for a person: what happened, what is safe, what to do. */

/** A stored record that cannot be read. `what` names it for a person ("message 12 of this session"). */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord'
  readonly what: string
  constructor(what: string, cause?: unknown) {
    super(`Damaged record: ${what}`, { cause })
    this.what = what
  }
}

const SAVED = 'Everything saved before this moment is safe.'
const WORDS: Record<FaultKind, Omit<StorageFault, 'kind'>> = {
  quota: {
    message: 'The browser’s storage is full.',
    safe: `${SAVED} New work is kept in memory until there is space.`,
    advice:
      'Free up disk space, or delete old sessions (their space is freed within an hour and a half). It then continues automatically.',
  },
  blocked: {
    message: 'Another tab holds an older version of the database open.',
    safe: 'Nothing was changed.',
    advice: 'Close or reload the other Reflexor tabs. This one then continues automatically.',
  },
  'newer-data': {
    message: 'The saved data is from a newer version of Reflexor.',
    safe: 'Nothing was read or changed. All of it is safe.',
    advice: 'Reload this page to get the newer version.',
  },
  'connection-closed': {
    message: 'The browser closed the connection to the database.',
    safe: SAVED,
    advice: 'Reload this page.',
  },
  damaged: {
    message: 'A saved record can’t be read.',
    safe: 'It was left as it is, and nothing was overwritten. Other sessions are not affected.',
    advice: 'Continue with another session, and export your data.',
  },
  emptied: {
    message: 'The browser found this page’s storage damaged and cleared it.',
    safe: 'Backups, linked folders and your other devices are not affected.',
    advice: 'Reload this page. Restore from a backup or another device under Settings.',
  },
  recovered: {
    message: 'The browser found this page’s storage damaged and cleared it.',
    safe: 'Reflexor keeps a second copy of your sessions and settings on this device.',
    advice: 'Reload this page. Your sessions come back stopped; enter your API keys again.',
  },
  aborted: {
    message: 'The browser couldn’t finish saving.',
    safe: `${SAVED} Unsaved work is kept in memory.`,
    advice: 'Try again. If it keeps failing, check the free disk space and reload this page.',
  },
  unavailable: {
    message: 'This browser doesn’t let Reflexor save data here.',
    safe: 'Nothing was lost, but nothing can be saved.',
    advice: 'Allow site data for this page or leave the private window, then reload.',
  },
  unknown: {
    message: 'Saving failed for an unexpected reason.',
    safe: `${SAVED} Unsaved work is kept in memory.`,
    advice: 'Try again, or reload this page.',
  },
}

const KIND_BY_NAME: Record<string, FaultKind> = {
  QuotaExceededError: 'quota',
  VersionError: 'newer-data',
  InvalidStateError: 'connection-closed',
  DamagedRecord: 'damaged',
  NotReadableError: 'damaged',
  AbortError: 'aborted',
  TransactionInactiveError: 'aborted',
  TimeoutError: 'aborted',
  SecurityError: 'unavailable',
  NotAllowedError: 'unavailable',
}

/** The fault of one kind, in its standard words. */
export function faultOf(kind: FaultKind): StorageFault {
  return { kind, ...WORDS[kind] }
}

/**
 * Names the fault behind any thrown value. A damaged record is named; an unexpected error's message is kept in brackets
 * (storage errors carry no secrets). Never throws.
 */
export function classifyFault(error: unknown): StorageFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  const fault = faultOf(KIND_BY_NAME[name] ?? 'unknown')
  if (error instanceof DamagedRecord) return { ...fault, message: `A saved record can’t be read: ${error.what}.` }
  // Chromium says UnknownError when the files of the database cannot be opened or read
  if (name === 'UnknownError') return { ...faultOf('aborted'), message: `${WORDS.aborted.message} (${String(error)})` }
  return fault.kind === 'unknown' ? { ...fault, message: `${fault.message} (${String(error)})` } : fault
}
