import type { Accessor, Setter } from 'solid-js'
import { createStore, reconcile } from 'solid-js/store'
import type { ContextView } from '../../../protocol/context.ts'

type Message = ContextView['messages'][number]
type Keyed<Part> = Part & { key: string }

/**
 * A request whose parts have keys. A part has the same key in the next request, so that it stays open if a person
 * opened it.
 */
export type KeyedContext = Omit<ContextView, 'system' | 'messages' | 'tools' | 'listed'> & {
  system: Keyed<ContextView['system'][number]>[]
  messages: Keyed<Message>[]
  tools: Keyed<ContextView['tools'][number]>[]
  listed: Keyed<ContextView['listed'][number]>[]
}

/** `before`: the request that is shown now. */
export function withKeys(now: ContextView, before: KeyedContext | undefined): KeyedContext {
  return {
    ...now,
    system: now.system.map((part) => ({ ...part, key: part.title })),
    tools: now.tools.map((tool) => ({ ...tool, key: tool.name })),
    listed: now.listed.map((call) => ({ ...call, key: call.id })),
    messages: keyedMessages(now.messages, before?.messages ?? []),
  }
}

/** Storage for `createResource`: reloaded data goes into the existing elements, by the keys of the parts. */
export function partStorage<Value>(first: Value | undefined): [Accessor<Value | undefined>, Setter<Value | undefined>] {
  const [store, setStore] = createStore<{ value: Value | undefined }>({ value: first })
  const set = (next: (before: Value | undefined) => Value | undefined): Value | undefined => {
    setStore('value', reconcile(next(store.value), { key: 'key' }) as never)
    return store.value
  }
  return [() => store.value, set as Setter<Value | undefined>]
}

const nameOf = ({ role, label }: Message): string => `${role} ${label}`
const wholeOf = (message: Message): string => JSON.stringify([message.role, message.label, message.text])

/**
 * Messages are added at the end, move from the beginning into the summary, and change in between: they are shortened,
 * and sent in full again. Messages with identical text match; between two matches, messages with the same name match in
 * order.
 */
function keyedMessages(now: readonly Message[], before: readonly Keyed<Message>[]): Keyed<Message>[] {
  const keys: (string | undefined)[] = now.map(() => undefined)
  const places = new Map<string, number[]>()
  for (const [at, message] of before.entries()) {
    const whole = wholeOf(message)
    places.set(whole, [...(places.get(whole) ?? []), at])
  }
  let from = 0
  let nextOld = 0
  /** Of the changed messages, the last are nearest to the unchanged message. */
  const matchBetween = (to: number, endOld: number): void => {
    let old = endOld - 1
    for (let at = to - 1; at >= from; at--) {
      const name = nameOf(now[at] as Message)
      for (let place = old; place >= nextOld; place--) {
        if (nameOf(before[place] as Message) !== name) continue
        keys[at] = before[place]?.key
        old = place - 1
        break
      }
    }
  }
  for (const [at, message] of now.entries()) {
    const place = places.get(wholeOf(message))?.find((each) => each >= nextOld)
    if (place === undefined) continue
    matchBetween(at, place)
    keys[at] = before[place]?.key
    from = at + 1
    nextOld = place + 1
  }
  // after the last match: new messages are at the end
  for (let at = from, old = nextOld; at < now.length && old < before.length; at++, old++)
    if (nameOf(now[at] as Message) === nameOf(before[old] as Message)) keys[at] = before[old]?.key
  let made = before.reduce((most, { key }) => Math.max(most, Number(key)), 0)
  return now.map((message, at) => ({ ...message, key: keys[at] ?? String(++made) }))
}
