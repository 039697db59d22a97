import { describe, expect, it } from 'vitest'
import { AgentInput, type Unstamped } from '../../../src/agent/input.ts'
import { askName, titleIn } from '../../../src/effects/context/ask-name.ts'
import { type Named, type NamingPorts, nameSession } from '../../../src/effects/name-session.ts'
import type { Llm } from '../../../src/llm/port.ts'
import { Session } from '../agent/session.ts'
import { done, llmOf, say, USAGE } from './ask-brain-harness.ts'

const FIRST = 'Please plan a trip to Lisbon\nwith two children'
const name = async (s: Session, named: Named = { title: 'Lisbon with children' }, ports: Partial<NamingPorts> = {}) => {
  const inputs: Unstamped[] = []
  let asked = 0
  await nameSession(s.state, {
    firstText: async () => FIRST,
    isWanted: async () => true,
    ask: async () => {
      asked++
      return named
    },
    ...ports,
  }).start(async (input) => {
    inputs.push(input as Unstamped)
    return true
  })
  return { inputs, asked }
}
const byWords = { type: 'brain-name-session', title: 'Please plan a trip to Lisbon' }

describe('the name of a session', () => {
  it('is asked for as soon as there is a message, after that was committed, and its cost is told', async () => {
    const s = new Session().send('u0')
    expect(s.keys).toContain('name-session')
    const model = { providerId: 'p', model: 'cheap' }
    const { inputs } = await name(s, { title: 'Lisbon with children', usage: USAGE, cost: 0.1, model })
    const named = { type: 'brain-name-session', title: 'Lisbon with children', usage: USAGE, cost: 0.1, model }
    expect(inputs).toEqual([{ type: 'brain-begin-naming' }, named])
    expect(AgentInput.parse(named)).toEqual(named)
    const before = s.state.head.spent.cost
    for (const input of inputs) s.put(input)
    expect(s.state.head).toMatchObject({ title: 'Lisbon with children', spent: { cost: before + 0.1 } })
    expect(s.keys).not.toContain('name-session')
  })
  it('falls back to the first words when the model gives none', async () => {
    const { inputs } = await name(new Session().send('u0'), { title: null })
    expect(inputs.at(-1)).toEqual(byWords)
  })
  it('is not paid for twice: asked for before a crash, it is the first words', async () => {
    const s = new Session().send('u0').put({ type: 'brain-begin-naming' })
    expect(await name(s)).toEqual({ inputs: [byWords], asked: 0 })
    s.refuse({ type: 'brain-begin-naming' })
  })
  it('is the first words where the person wants no asking, or nothing runs', async () => {
    expect(await name(new Session().send('u0'), undefined, { isWanted: async () => false })).toMatchObject({ asked: 0 })
    const failed = new Session().send('u0').start()
    const failure = { kind: 'bad-key', message: 'no' } as const
    failed.put({ type: 'brain-fail', ...failed.work, failure, partial: [], retryAt: null })
    expect(await name(failed)).toEqual({ inputs: [byWords], asked: 0 })
  })
  it('that the person gives wins over one that is under way', () => {
    const s = new Session().send('u0').put({ type: 'brain-begin-naming' })
    s.put({ type: 'user-name-session', title: 'Mine' }).refuse({ type: 'brain-name-session', title: 'Theirs' })
    expect(s.state.head).toMatchObject({ title: 'Mine' })
    expect(s.state.head.naming).toBeUndefined()
    expect(s.keys).not.toContain('name-session')
  })
})

describe('asking for a name', () => {
  const ask = (llm: Llm, online = true) =>
    askName(
      FIRST,
      { providerId: 'p', model: 'm', thinking: 'high' },
      {
        connect: async () => ({ llm, baseUrl: 'x', scrub: (text) => text, cost: () => 0.5, cancelRun: null }),
        isOnline: () => online,
      },
      new AbortController().signal,
    )
  it('shows the message as material and takes the title', async () => {
    let seen = ''
    const { llm } = llmOf([...say('"Lisbon with children."'), done()])
    const named = await ask((request) => {
      seen = JSON.stringify(request.messages)
      expect(request).toMatchObject({ tools: [], thinking: 'off' })
      return llm(request)
    })
    const model = { providerId: 'p', model: 'm' }
    expect(named).toEqual({ title: 'Lisbon with children', usage: USAGE, cost: 0.5, model })
    expect(seen).toContain('<message>')
  })
  it('whose asking is left goes on at the provider and is paid for to its end', async () => {
    const ended: string[] = []
    const left = new AbortController()
    const llm: Llm = async function* () {
      yield { type: 'start', responseId: 'r' }
      left.abort()
      yield { type: 'error', error: { kind: 'aborted', message: 'Stopped.', retryable: false } }
    }
    const cancelRun = async (id: string) => void ended.push(id)
    const connection = { llm, baseUrl: 'x', scrub: (text: string) => text, cost: () => 0.5, cancelRun }
    const ports = { connect: async () => connection, isOnline: () => true }
    expect(await askName(FIRST, { providerId: 'p', model: 'm', thinking: 'off' }, ports, left.signal)).toEqual({
      title: null,
    })
    expect(ended).toEqual(['r'])
  })
  it('never rejects: an error, a refusal, a thrower, no network give no title', async () => {
    const error = { kind: 'server', message: 'x', retryable: true } as const
    expect(await ask(llmOf([{ type: 'error', error, usage: USAGE }]).llm)).toMatchObject({
      ...{ title: null, usage: USAGE, model: { providerId: 'p', model: 'm' } },
    })
    expect(await ask(llmOf([...say('No.'), done('refusal')]).llm)).toMatchObject({ title: null })
    const thrower: Llm = () => {
      throw new Error('broken')
    }
    expect(await ask(thrower)).toEqual({ title: null })
    expect(await ask(llmOf([...say('Yes'), done()]).llm, false)).toEqual({ title: null })
  })
  it.each([
    ['Title: Lisbon', 'Lisbon'],
    ['**Lisbon**', 'Lisbon'],
    ['„Reise nach Lissabon“', 'Reise nach Lissabon'],
    ['Wait…', 'Wait…'],
    ['a\u202Eb\u200B', 'ab'],
    ['', null],
    ['""', null],
    ['Sure! Here is what I would do on your trip to Lisbon with two children, day by day: first of all, you', null],
  ])('reads %j as %j', (said, title) => expect(titleIn(said)).toBe(title))
})
