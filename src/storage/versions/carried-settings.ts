import type { Carried } from '../archive/import-stage.ts'
import type { SettingRow } from '../schema.ts'
import { folderKey } from '../session-range.ts'
import { copiedChoice, readsForCopy } from '../settings/share-choices.ts'

/** Settings that a copy of a session inherits: whether it is shared; a variant also inherits the linked folder. */
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
