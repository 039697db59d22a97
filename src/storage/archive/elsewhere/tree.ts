/** Messages that name the message before them; several may name the same. A missing parent or a circle ends a path. */
export type Tree<Message> = {
  messages: readonly Message[]
  idOf: (message: Message) => unknown
  parentOf: (message: Message) => unknown
}

/** Most branches beside the shown branch, and most messages of all of them together. */
const MOST_BRANCHES = 50
const MOST_MESSAGES = 100_000

/**
 * The messages from the first to `shown`, or to the last message after it, in order; and those of the other branches.
 * `timeOf`: the later of two last messages was shown.
 */
export function pathsOf<Message>(
  { messages, idOf, parentOf }: Tree<Message>,
  shown: unknown,
  timeOf: (message: Message) => number,
): { path: Message[]; others: Message[][] } {
  const byId = new Map(messages.map((message) => [idOf(message), message]))
  const parents = new Set(messages.map(parentOf))
  const pathTo = (last: Message | undefined): Message[] => {
    // a set keeps its order and finds its members fast
    const path = new Set<Message>()
    for (let at = last; at !== undefined && !path.has(at); at = byId.get(parentOf(at))) path.add(at)
    return [...path].reverse()
  }
  const newest = (all: readonly Message[]): Message | undefined =>
    all.reduce<Message | undefined>((last, each) => (last && timeOf(last) > timeOf(each) ? last : each), undefined)
  const ends = messages.filter((message) => !parents.has(idOf(message)))
  const named = byId.get(shown)
  const isEnd = named !== undefined && !parents.has(shown)
  const behind = named === undefined || isEnd ? [] : ends.filter((end) => pathTo(end).includes(named))
  const last = isEnd ? named : (newest(behind) ?? named ?? newest(ends) ?? newest(messages))
  const others: Message[][] = []
  let room = MOST_MESSAGES
  for (const end of ends.toReversed()) {
    if (end === last || others.length === MOST_BRANCHES) continue
    const path = pathTo(end)
    room -= path.length
    if (room < 0) break
    others.push(path)
  }
  return { path: pathTo(last), others: others.reverse() }
}
