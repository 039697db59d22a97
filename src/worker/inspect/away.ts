import { type Head, runOf } from '../../agent/head.ts'
import type { Input } from '../../agent/input.ts'
import { sizeOfAsking } from '../../agent/size-of-asking.ts'
import type { AwayView } from '../../protocol/away.ts'
import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { answersGoOn } from '../../settings/provider-kinds.ts'
import { parseHead } from '../../storage/parse-rows.ts'
import type { Database } from '../../storage/schema.ts'
import { readProvider } from '../../storage/settings/settings.ts'
import { journalPages } from '../../storage/versions/state-at.ts'
import { Refused } from '../refused.ts'

/** What a session has done since a person last looked at it: a fold of its journal from there on. */

/**
 * `after`: the last input that was seen. `until`, wall time in ms: what came later was seen; interruptions count all
 * the same.
 */
type Asked = { sessionId: string; after: number; until: number }

/** Rejects with Refused, or with what storage rejected with. */
export async function viewAway(db: Database, { sessionId, after, until }: Asked): Promise<AwayView> {
  const row = await db.get('sessions', sessionId)
  if (row === undefined) throw new Refused('This session no longer exists.')
  const head = parseHead(row)
  const since = await inputsOf(db, sessionId, after, head.seq)
  const begun = since.flatMap((input) => workOf(input) ?? [])
  const before = begun.length === 0 ? [] : await inputsOf(db, sessionId, Math.min(after, ...begun), after)
  const goesOn = await Promise.all(
    since.map(async (input) => {
      if (input.type !== 'brain-send-message-start') return false
      const provider = await readProvider(db, input.model.providerId).catch(() => null)
      return provider !== null && answersGoOn(provider)
    }),
  )
  const isPaid = (place: number): boolean => {
    const input = since[place]
    return input?.type !== 'brain-send-message-start' || input.model.providerId !== DEMO_PROVIDER.id
  }
  return foldAway({ before, since, until, head, goesOn: (place) => goesOn[place] === true, isPaid })
}

async function inputsOf(db: Database, sessionId: string, after: number, upTo: number): Promise<Input[]> {
  const inputs: Input[] = []
  for await (const rows of journalPages(db, sessionId, after, upTo)) for (const { input } of rows) inputs.push(input)
  return inputs
}

/** The cut of an asking or of a call that begins: what began it before stands behind that in the journal. */
function workOf(input: Input): number | null {
  if (input.type === 'brain-send-message-start') return input.cut
  return input.type === 'toolkit-start' ? Number.parseInt(input.toolCallId, 10) || 0 : null
}

/**
 * `before`: inputs that were seen, from the first on that began what may have been begun again. `goesOn`: of the start
 * in `since` at a place.
 */
export function foldAway({
  before,
  since,
  until,
  head,
  goesOn,
  isPaid = () => true,
}: {
  before: readonly Input[]
  since: readonly Input[]
  until: number
  head: Head
  goesOn: (place: number) => boolean
  /** Whether what its model is sent costs anything. */
  isPaid?: (place: number) => boolean
}): AwayView {
  const begun = new Set<string>()
  for (const input of before) note(begun, input)
  const files = new Set<string>()
  /** So many askings were repeated, and how often each that costs something was, by its cut. */
  let times = 0
  const again = new Map<number, number>()
  const view = { answers: 0, calls: 0, failures: 0, summaries: 0, messages: 0, repeated: 0, unknown: 0, takenUp: 0 }
  for (const [place, input] of since.entries()) {
    const repeats = note(begun, input)
    if (input.type === 'brain-send-message-start' && repeats) {
      if (goesOn(place)) view.takenUp++
      else {
        times++
        if (isPaid(place)) again.set(input.cut, (again.get(input.cut) ?? 0) + 1)
      }
    }
    if (input.type === 'toolkit-start' && repeats) view.repeated++
    if (input.type === 'toolkit-interrupt') view.unknown++
    if (input.timestamp > until) continue
    if (input.type === 'brain-send-message-complete') view.answers++
    if (input.type === 'brain-fail' && input.retryAt === null) view.failures++
    if (input.type === 'brain-compress-history') view.summaries++
    if (input.type === 'user-send-message') view.messages++
    if (input.type === 'toolkit-respond' || input.type === 'toolkit-error') view.calls++
    if ('files' in input) for (const { path } of input.files ?? []) files.add(path)
  }
  const sizes = new Map(
    since.flatMap((input): [number, number][] =>
      input.type === 'brain-send-message-complete' && input.usage.input > 0 ? [[input.cut, input.usage.input]] : [],
    ),
  )
  return {
    ...view,
    files: files.size,
    again: times,
    // a provider that says nothing is estimated
    twice: Math.round([...again].reduce((sum, [cut, each]) => sum + each * (sizes.get(cut) ?? sizeOfAsking(head)), 0)),
    run: runOf(head),
  }
}

/** Whether this input begins what had begun before and has not ended: its tab went away in between. */
function note(begun: Set<string>, input: Input): boolean {
  switch (input.type) {
    case 'brain-send-message-start': {
      const key = `${input.cut}.${input.attempt}`
      if (begun.has(key)) return true
      begun.add(key)
      return false
    }
    // the brain looks something up and is asked on, in the same attempt
    case 'brain-load-tool-call':
    case 'brain-expand-history':
    case 'brain-search-history':
      begun.delete(`${input.cut}.${input.attempt}`)
      return false
    case 'toolkit-start': {
      const key = `call ${input.toolCallId} ${input.attempt}`
      if (begun.has(key)) return true
      begun.add(key)
      return false
    }
    default:
      return false
  }
}
