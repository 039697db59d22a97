import { inTurns, type Parting } from './as-session.ts'
import type { Conversation, Said } from './conversation.ts'

/** A branch of a conversation, imported as the variant `id`. */
type Variant = { id: string; said: readonly Said[]; parting: Parting }

/**
 * The branches of a conversation whose shown branch became session `main`, each with the branch it shares most with.
 */
export function partingsOf({ said, others = [] }: Conversation, main: string, newId: () => string): Variant[] {
  const known = [{ id: main, turns: inTurns(said) }]
  const variants: Variant[] = []
  for (const other of others) {
    const turns = inTurns(other)
    let [session, n] = [main, -1]
    for (const each of known) {
      const common = inCommon(each.turns, turns)
      if (common > n) [session, n] = [each.id, common]
    }
    // it adds nothing to that branch
    if (n === turns.length) continue
    const id = newId()
    known.push({ id, turns })
    variants.push({ id, said: other, parting: { session, n, family: main } })
  }
  return variants
}

function inCommon(one: readonly Said[], other: readonly Said[]): number {
  const parts = other.findIndex(({ role, text, at }, n) => {
    const same = one[n]
    return same === undefined || same.role !== role || same.text !== text || same.at !== at
  })
  return parts < 0 ? other.length : parts
}
