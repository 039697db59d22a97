import type { Carried } from '../archive/import-stage.ts'
import type { SettingRow } from '../schema.ts'
import { folderKey } from '../session-range.ts'
import { copiedChoice, readsForCopy } from '../settings/share-choices.ts'

/** What the settings say of a session and a copy of it keeps: whether it is shared; of a variant also the folder that it is linked to. */
export const carriedSettings = ({
  from,
  sessionId,
  variant,
}: {
  from: string
  sessionId: string
  variant: boolean
}): Carried => ({
  stores: ['sync'],
  reads: (store) => [store('settings').get(folderKey(from)), ...readsForCopy(store, from)],
  rows: ([folder, ...shared]) => {
    const link = variant ? (folder as SettingRow | undefined) : undefined
    return [
      ...(link === undefined ? [] : [{ key: folderKey(sessionId), value: link.value }]),
      ...copiedChoice(from, sessionId, shared),
    ]
  },
})
