import { isRecord } from './is-record.ts'

/**
 * Fills in the `output_index` of events of the Responses API. Some servers leave it out or send text; then items are
 * numbered in the order of their start, and an event belongs to the item that it names, else to the latest item.
 */
export function itemPlaces(): (event: Record<string, unknown>) => Record<string, unknown> {
  const places = new Map<unknown, number>()
  let latest = -1

  return (event) => {
    const { type, item, item_id: named, output_index: written } = event
    const id = isRecord(item) ? item['id'] : named
    const isItem = isRecord(item) || typeof named === 'string'
    const given = typeof written === 'string' && /^\d{1,6}$/.test(written) ? Number(written) : written
    if (!isItem || (given !== undefined && given !== null && typeof given !== 'number')) return event
    const begins = type === 'response.output_item.added'
    const place = given ?? (begins ? latest + 1 : (places.get(id) ?? Math.max(latest, 0)))
    if (begins) {
      places.set(id, place)
      latest = Math.max(latest, place)
    }
    const part = !/^response\.reasoning_summary/.test(String(type)) || 'summary_index' in event
    return place === written && part ? event : { ...event, output_index: place, ...(!part && { summary_index: 0 }) }
  }
}
