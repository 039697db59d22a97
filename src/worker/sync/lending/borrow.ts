import type { Lending, LendingChange, LocalProvider } from '../../../storage/settings/lent-providers.ts'
import { asOf, type LentBy } from './lent.ts'

/**
 * How shared providers of other devices change the providers here. Providers set up here are never touched. A shared
 * provider is added only if its name is free. It follows its device until the person changes how it is used, and does
 * not return after the person removed it.
 */

/**
 * `lent`: by device, everything that it lends, or lent before it was removed; a missing device is unknown. `removed`:
 * devices that no longer share.
 */
export type Heard = { lent: ReadonlyMap<string, LentBy>; removed: ReadonlySet<string>; now: number }

export function borrow(
  before: Lending['borrowed'],
  local: readonly LocalProvider[],
  { lent, removed, now }: Heard,
): Pick<LendingChange, 'save' | 'remove'> & { borrowed: Lending['borrowed'] } {
  const here = new Map(local.map((each) => [each.provider.id, each]))
  const labels = new Set(local.map(({ provider }) => provider.label))
  const borrowed: Lending['borrowed'] = {}
  const save: LendingChange['save'][number][] = []
  const remove: LendingChange['remove'][number][] = []
  const devices = [...lent].filter(([device]) => !removed.has(device)).sort(([a], [b]) => (a < b ? -1 : 1))
  const ids = new Set([...Object.keys(before), ...devices.flatMap(([, { items }]) => [...items.keys()])])
  for (const id of ids) {
    const entry = Object.hasOwn(before, id) ? before[id] : undefined
    const own = here.get(id)
    // it was set up here, or changed here
    if (own !== undefined && (entry?.gone || entry?.as !== asOf(own.provider, own.key))) continue
    if (entry !== undefined && !lent.has(entry.device) && !removed.has(entry.device)) {
      borrowed[id] = own === undefined ? { ...entry, gone: true } : entry
      continue
    }
    const lenders = devices.filter(([, { items }]) => items.has(id))
    const [device, from] = lenders.find(([name]) => name === entry?.device) ?? lenders[0] ?? []
    const item = from?.items.get(id)
    if (device === undefined || from === undefined || item === undefined) {
      // its device lends it no more; what one lent that was removed since is this device's own
      if (own !== undefined && entry !== undefined && !removed.has(entry.device)) remove.push({ id, state: own.state })
      continue
    }
    const next = { device, by: from.by, as: item.as }
    if (entry !== undefined && own === undefined) {
      borrowed[id] = { ...next, gone: true }
      continue
    }
    borrowed[id] = next
    if (own === undefined) {
      const label = freeLabel(item.provider.label, labels)
      labels.add(label)
      save.push({ provider: { ...item.provider, label, createdAt: now }, key: item.key, state: null })
    } else if (entry?.as !== item.as) {
      const { kind, baseUrl, advanced } = item.provider
      const { advanced: _, ...kept } = own.provider
      const provider = { ...kept, kind, baseUrl, ...(advanced !== undefined && { advanced }) }
      save.push({ provider, key: item.key, state: own.state })
    }
  }
  return { borrowed, save, remove }
}

/** Removes all shared providers that are unchanged, except those of a removed device. */
export const giveBack = (
  before: Lending['borrowed'],
  local: readonly LocalProvider[],
  removed: ReadonlySet<string>,
): LendingChange['remove'] =>
  local.flatMap(({ provider, key, state }) => {
    const entry = Object.hasOwn(before, provider.id) ? before[provider.id] : undefined
    return entry?.as === asOf(provider, key) && !removed.has(entry.device) ? [{ id: provider.id, state }] : []
  })

function freeLabel(label: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? label : `${label.slice(0, 75)} ${n}`
    if (!taken.has(name)) return name
  }
}
