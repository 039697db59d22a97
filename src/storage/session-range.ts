/**
 * All rows of a session in a store whose key starts with the session's id. A key that continues with an array sorts
 * after all others.
 */
export function wholeSession(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound([sessionId], [sessionId, []])
}

/** Rows `from <= n < to` of a session, in a store or index whose key is [sessionId, number]. */
export function rowsBetween(sessionId: string, from: number, to: number): IDBKeyRange {
  return IDBKeyRange.bound([sessionId, from], [sessionId, to], false, true)
}

/** All rows of `streams` of one answer. */
export function wholeAnswer(sessionId: string, cut: number): IDBKeyRange {
  return IDBKeyRange.bound([sessionId, cut], [sessionId, cut, []])
}

/** Settings key of the link between a session and a folder on disk. */
export const folderKey = (sessionId: string): string => `folder:${sessionId}`

/** Settings keys of the unsent messages of a session: `prefix` and the name of a tab. */
export const draftKeys = (sessionId: string): SettingKeys => settingKeys(`draft:${sessionId}:`)

/**
 * Settings keys of a session's recorded wire: `prefix` says that it is recorded, and each exchange is under `prefix`
 * and its time.
 */
export const wireKeys = (sessionId: string): SettingKeys => settingKeys(`wire:${sessionId}:`)

/** All unsent messages, whatever their session and tab. */
export const allDraftKeys = (): SettingKeys => settingKeys('draft:')

type SettingKeys = { prefix: string; range: IDBKeyRange }
const settingKeys = (prefix: string): SettingKeys => ({ prefix, range: IDBKeyRange.bound(prefix, `${prefix}\uffff`) })
