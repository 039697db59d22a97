/**
 * A value of a call or of its result as people read it. `json`: too deep, or of too many parts, to be laid out:
 * indented, as it came. `word`: one of a few, which is said in the person's language.
 */
export type ShownValue =
  | { kind: 'line' | 'text' | 'json' | 'word'; text: string }
  | { kind: 'list'; items: ShownValue[] }
  | { kind: 'fields'; fields: ShownField[] }
export type ShownField = { name: string; value: ShownValue }

/** A text of one line that has room beside its name. */
const LINE = 120
/** Of `unit`, as the tool that waits has it. */
const UNITS: readonly unknown[] = ['seconds', 'minutes', 'hours', 'days']
/** Lists and objects within each other, and parts of a whole, that are read more easily laid out than as JSON. */
const DEEP = 4
const PARTS = 200

/**
 * Contract: nothing of it is left out. `value` came from JSON, and is not so deep that its indented text grows out of
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

/** Elements that a value takes in the page. Its depth is bounded. */
export function partsOf(value: ShownValue): number {
  if (value.kind === 'list') return value.items.reduce((sum, item) => sum + partsOf(item), 1)
  if (value.kind === 'fields') return value.fields.reduce((sum, field) => sum + partsOf(field.value), 1)
  return 1
}

/** `value` under its name, by which it may be known as a word. */
export const shownField = (name: string, value: unknown, shown = shownValue(value)): ShownField => ({
  name,
  value: name === 'unit' && UNITS.includes(value) ? { kind: 'word', text: String(value) } : shown,
})

function plain(value: unknown): ShownValue {
  const text = String(value)
  if (typeof value === 'boolean') return { kind: 'word', text }
  return { kind: typeof value !== 'string' || (text.length <= LINE && !text.includes('\n')) ? 'line' : 'text', text }
}

/** The texts of a value in the order in which they are read; words of the page are none. */
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

/** Characters of a result that is laid out. */
const MOST_OF_JSON = 20_000

/** What a tool gave back as JSON, laid out; null: it is no list and no object, or not to be laid out. */
export function shownJson(text: string): ShownValue | null {
  const start = text.trimStart().charAt(0)
  if (text.length > MOST_OF_JSON || (start !== '{' && start !== '[')) return null
  try {
    return laidOut(JSON.parse(text))
  } catch {
    // words that begin with a bracket: shown as they are
    return null
  }
}
