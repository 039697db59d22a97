import { isRecord } from './is-record.ts'

/**
 * The place of the item that an event of the Responses API is about. Servers leave it out, or write it as text; then
 * items have the order in which they begin, and an event belongs to the item that it names, else to the one that began
 * last.
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
