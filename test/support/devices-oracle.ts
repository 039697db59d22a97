/**
 * What must be true of a shared session whatever happened to its devices and their storage: judged only from the disks
 * and the storage.
 */

/** `repeats`: the start of a call that may be run again, as after a crash. */
export type SaidRow = {
  seq: number
  type: string
  messageId?: string
  toolCallId?: string
  attempt?: number
  repeats?: boolean
}
export type Evidence = {
  /** The decrypted log in the storage. `hash`: of its bytes. */
  log: { kind: string; device: string; previous: string; hash: string; rows: SaidRow[] }[]
  /**
   * `journal`: of the session that follows the log; `copies`: of all others. `told`: messages that the device reported
   * as saved.
   */
  devices: { name: string; journal: SaidRow[]; copies: SaidRow[][]; told: string[] }[]
}

/** Violations in words; [] if there are none. */
export const judge = (evidence: Evidence): string[] => [
  ...chain(evidence),
  ...writers(evidence),
  ...order(evidence),
  ...twice(evidence),
  ...evidence.devices.flatMap((device) => [...sameAsLog(evidence, device), ...kept(evidence, device)]),
]

const chain = ({ log }: Evidence): string[] =>
  log.flatMap(({ previous }, slot) =>
    previous === (log[slot - 1]?.hash ?? '') ? [] : [`Slot ${slot} does not follow from the one before it.`],
  )

function writers({ log }: Evidence): string[] {
  let writer: string | null = log[0]?.device ?? null
  return log.flatMap(({ kind, device }, slot) => {
    const mayWrite = kind === 'take' || kind === 'deleted' || writer === device
    if (kind === 'take') writer = device
    if (kind === 'yield') writer = null
    return mayWrite ? [] : [`${device} wrote slot ${slot} without having the session.`]
  })
}

const rowsOf = ({ log }: Evidence): SaidRow[] => log.flatMap(({ rows }) => rows)

const order = (evidence: Evidence): string[] =>
  rowsOf(evidence).flatMap(({ seq }, n, rows) =>
    n === 0 || seq > (rows[n - 1]?.seq ?? 0) ? [] : [`Row ${seq} is out of its order.`],
  )

function twice(evidence: Evidence): string[] {
  const seen = new Set<string>()
  return rowsOf(evidence).flatMap(({ type, messageId, toolCallId, attempt, repeats }) => {
    const name =
      type === 'user-send-message'
        ? `Message ${messageId}`
        : type === 'toolkit-start' && repeats !== true
          ? `The start of ${toolCallId}, ${attempt}`
          : null
    if (name === null || !seen.has(name)) {
      if (name !== null) seen.add(name)
      return []
    }
    return [`${name} stands in the log twice.`]
  })
}

type Device = Evidence['devices'][number]
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const sameAsLog = (evidence: Evidence, { name, journal }: Device): string[] =>
  isSame(journal, rowsOf(evidence)) ? [] : [`${name} tells other than the log.`]

const kept = (evidence: Evidence, { name, copies, told }: Device): string[] => {
  const there = new Set([...rowsOf(evidence), ...copies.flat()].map(({ messageId }) => messageId))
  return told.flatMap((message) => (there.has(message) ? [] : [`${name} has lost the message ${message}.`]))
}
