/** All rows of a session in a store whose key starts with the session's id. A key that continues with an array sorts behind all others. */
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

/** Where the settings hold the link of a session to a folder on disk. */
export const folderKey = (sessionId: string): string => `folder:${sessionId}`

/** Where the settings hold the unsent words of a session: `prefix` and the name of a tab. */
export const draftKeys = (sessionId: string): SettingKeys => settingKeys(`draft:${sessionId}:`)

/** Where the settings hold what a session sent to models and received: that it is recorded under `prefix`, each exchange under its time behind it. */
export const wireKeys = (sessionId: string): SettingKeys => settingKeys(`wire:${sessionId}:`)

/** All unsent words, whatever their session and tab. */
export const allDraftKeys = (): SettingKeys => settingKeys('draft:')

type SettingKeys = { prefix: string; range: IDBKeyRange }
const settingKeys = (prefix: string): SettingKeys => ({ prefix, range: IDBKeyRange.bound(prefix, `${prefix}\uffff`) })
