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
import { refused } from '../refused.ts'

/** A session’s activity since a person last looked at it: a fold of its journal from there. */

/**
 * `after`: the last input that was seen. `until`: wall time in ms; later inputs were seen, but interruptions still
 * count.
 */
type Asked = { sessionId: string; after: number; until: number }

/**
 * `sizeOfNext`: tokens of the session’s next request, with tools and system prompt. Rejects with Refused, or with the
 * storage’s error.
 */
export async function viewAway(
  db: Database,
  { sessionId, after, until }: Asked,
  sizeOfNext: (sessionId: string) => Promise<number>,
): Promise<AwayView> {
  const row = await db.get('sessions', sessionId)
  if (row === undefined) throw refused('session-gone')
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
  const folded = { before, since, until, head, goesOn: (place: number) => goesOn[place] === true, isPaid }
  const view = foldAway(folded)
  if (view.twice === 0 || head.measure !== undefined) return view
  // no provider has reported a size: tools and system prompt, which are most of a first request, are in no row
  return foldAway({ ...folded, size: await sizeOfNext(sessionId) })
}

async function inputsOf(db: Database, sessionId: string, after: number, upTo: number): Promise<Input[]> {
  const inputs: Input[] = []
  for await (const rows of journalPages(db, sessionId, after, upTo)) for (const { input } of rows) inputs.push(input)
  return inputs
}

/** The cut of a request or a call that starts. An earlier start of the same comes before it in the journal. */
function workOf(input: Input): number | null {
  if (input.type === 'brain-send-message-start') return input.cut
  return input.type === 'toolkit-start' ? Number.parseInt(input.toolCallId, 10) || 0 : null
}

/**
 * `before`: seen inputs, beginning with the first that started something which may have been started again. `goesOn`:
 * whether the start at a place in `since` continues an earlier one.
 */
export function foldAway({
  before,
  since,
  until,
  head,
  goesOn,
  isPaid = () => true,
  size = sizeOfAsking(head),
}: {
  before: readonly Input[]
  since: readonly Input[]
  until: number
  head: Head
  goesOn: (place: number) => boolean
  /** Whether requests to its model cost anything. */
  isPaid?: (place: number) => boolean
  /** Of a request whose size nobody has reported, in tokens. */
  size?: number
}): AwayView {
  const begun = new Set<string>()
  for (const input of before) note(begun, input)
  const files = new Set<string>()
  /** How many requests were repeated, and by cut how often those that cost something. */
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
    // estimated if the provider reports nothing
    twice: Math.round([...again].reduce((sum, [cut, each]) => sum + each * (sizes.get(cut) ?? size), 0)),
    run: runOf(head),
  }
}

/** Whether this input starts something that had started before and has not ended: its tab was gone in between. */
function note(begun: Set<string>, input: Input): boolean {
  switch (input.type) {
    case 'brain-send-message-start': {
      const key = `${input.cut}.${input.attempt}`
      if (begun.has(key)) return true
      begun.add(key)
      return false
    }
    // the model looked something up, and is asked again in the same attempt
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
