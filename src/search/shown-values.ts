/**
 * A value of a call or its result, for people. `json`: too deep or too large to be laid out, so indented. `word`: one
 * of a few words, shown in the person's language.
 */
export type ShownValue =
  | { kind: 'line' | 'text' | 'json' | 'word'; text: string }
  | { kind: 'list'; items: ShownValue[] }
  | { kind: 'fields'; fields: ShownField[] }
export type ShownField = { name: string; value: ShownValue }

/** A single-line text that fits beside its name. */
const LINE = 120
/** In `unit`, as the tool that waits has it. */
const UNITS: readonly unknown[] = ['seconds', 'minutes', 'hours', 'days']
/** Most levels and parts of a value that is laid out; a larger value is easier to read as JSON. */
const DEEP = 4
const PARTS = 200

/**
 * Contract: nothing of the value is left out. `value` came from JSON, and its depth keeps its indented text within
 * bounds.
 */
export const shownValue = (value: unknown): ShownValue =>
  laidOut(value) ?? { kind: 'json', text: JSON.stringify(value, null, 2) }

function laidOut(whole: unknown): ShownValue | null {
  let parts = 0
  const layOut = (part: unknown, depth: number): ShownValue | null => {
    parts += 1
    if (typeof part !== 'object' || part === null) return plain(part)
    if (depth === DEEP || parts > PARTS) return null
    if (Array.isArray(part)) {
      const items: ShownValue[] = []
      for (const each of part) {
        const item = layOut(each, depth + 1)
        if (item === null || parts > PARTS) return null
        items.push(item)
      }
      return { kind: 'list', items }
    }
    const fields: ShownField[] = []
    for (const [name, each] of Object.entries(part)) {
      const field = layOut(each, depth + 1)
      if (field === null || parts > PARTS) return null
      fields.push(shownField(name, each, field))
    }
    return { kind: 'fields', fields }
  }
  return layOut(whole, 0)
}

/** How many elements of the page a value needs. Its depth is bounded. */
export function partsOf(value: ShownValue): number {
  if (value.kind === 'list') return value.items.reduce((sum, item) => sum + partsOf(item), 1)
  if (value.kind === 'fields') return value.fields.reduce((sum, field) => sum + partsOf(field.value), 1)
  return 1
}

/** `value` under its name, which may show that it is one of the known words. */
export const shownField = (name: string, value: unknown, shown = shownValue(value)): ShownField => ({
  name,
  value: name === 'unit' && UNITS.includes(value) ? { kind: 'word', text: String(value) } : shown,
})

function plain(value: unknown): ShownValue {
  const text = String(value)
  if (typeof value === 'boolean') return { kind: 'word', text }
  return { kind: typeof value !== 'string' || (text.length <= LINE && !text.includes('\n')) ? 'line' : 'text', text }
}

/** The texts of a value in reading order, without words of the page. */
export function textsOfValue(value: ShownValue, most: number): string[] {
  switch (value.kind) {
    case 'word':
      return []
    case 'line':
      return [value.text]
    case 'text':
    case 'json':
      return [value.text.slice(0, most)]
    case 'list':
      return value.items.flatMap((item) => textsOfValue(item, most))
    case 'fields':
      return value.fields.flatMap((field) => textsOfValue(field.value, most))
  }
}

/** Most characters of a result that is laid out. */
const MOST_OF_JSON = 20_000

/** A tool's JSON result, laid out; null: it is neither list nor object, or too large. */
export function shownJson(text: string): ShownValue | null {
  const start = text.trimStart().charAt(0)
  if (text.length > MOST_OF_JSON || (start !== '{' && start !== '[')) return null
  try {
    return laidOut(JSON.parse(text))
  } catch {
    // text that begins with a bracket: shown as it is
    return null
  }
}
