import { expect, it } from 'vitest'
import type { Provider } from '../../../../src/settings/provider.ts'
import type { LocalProvider } from '../../../../src/storage/settings/lent-providers.ts'
import { borrow } from '../../../../src/worker/sync/lending/borrow.ts'
import { contentOf, decodeLent, encodeLent, type LentBy } from '../../../../src/worker/sync/lending/lent.ts'

const provider = (id: string, changes: Partial<Provider> = {}): Provider => ({
  ...{ id, kind: 'openai-compatible', label: id, baseUrl: `https://${id}.example/v1`, model: 'm', models: [] },
  ...{ createdAt: 1, ...changes },
})
const local = (one: Provider, key: string | null = 'key'): LocalProvider => ({
  provider: one,
  key,
  state: JSON.stringify([one, key]),
})
const lends = (by: string, ...own: LocalProvider[]): LentBy => {
  const lent = decodeLent(encodeLent(contentOf(own, by), 1))
  if (lent === null) throw new Error('It cannot be read.')
  return lent
}
const heard = (lent: Record<string, LentBy>, ...removed: string[]) => ({
  ...{ lent: new Map(Object.entries(lent)), removed: new Set(removed), now: 7 },
})

it('what another device lends comes where there is nothing of that name, and what was set up here stays as it is', () => {
  const mine = local(provider('a'), 'mine')
  const laptop = lends('Laptop', local(provider('a'), 'theirs'), local(provider('b'), 'b-key'))
  const { borrowed, save, remove } = borrow({}, [mine], heard({ laptop }))
  expect(save).toMatchObject([{ provider: { id: 'b', label: 'b', createdAt: 7 }, key: 'b-key', state: null }])
  expect(Object.keys(borrowed)).toEqual(['b'])
  expect(remove).toEqual([])
})

it('a key that is changed where it is from follows, with the model and the name that were chosen here', () => {
  const first = borrow({}, [], heard({ laptop: lends('Laptop', local(provider('a'), 'old')) }))
  const here = local(provider('a', { label: 'Mine', model: 'other' }), 'old')
  const laptop = lends('Laptop', local(provider('a', { advanced: { seed: 3 } }), 'new'))
  const { save } = borrow(first.borrowed, [here], heard({ laptop }))
  expect(save).toMatchObject([
    { provider: { label: 'Mine', model: 'other', advanced: { seed: 3 } }, key: 'new', state: here.state },
  ])
})

it('one that its device lends no more goes; one that its person changed here, or that is of a removed device, stays and is theirs', () => {
  const { borrowed } = borrow({}, [], heard({ laptop: lends('Laptop', local(provider('a'), 'old')) }))
  const nothing = lends('Laptop')
  const same = local(provider('a'), 'old')
  expect(borrow(borrowed, [same], heard({ laptop: nothing }))).toMatchObject({ borrowed: {}, remove: [{ id: 'a' }] })
  const changed = local(provider('a'), 'typed here')
  expect(borrow(borrowed, [changed], heard({ laptop: nothing }))).toEqual({ borrowed: {}, save: [], remove: [] })
  expect(borrow(borrowed, [same], heard({}, 'laptop'))).toEqual({ borrowed: {}, save: [], remove: [] })
  // a device that is not heard says nothing
  expect(borrow(borrowed, [same], heard({}))).toEqual({ borrowed, save: [], remove: [] })
})

it('what a device had lent until it was removed was still taken for borrowed, and went when lending was switched off', () => {
  const laptop = lends('Laptop', local(provider('a'), 'old'))
  const { borrowed } = borrow({}, [], heard({ laptop }))
  const same = local(provider('a'), 'old')
  expect(borrow(borrowed, [same], heard({ laptop }, 'laptop'))).toEqual({ borrowed: {}, save: [], remove: [] })
  // connected anew it is another device, and what it changes follows
  const again = lends('Laptop', local(provider('a'), 'new'))
  const { borrowed: now, save } = borrow(borrowed, [same], heard({ laptop, again }, 'laptop'))
  expect(now).toMatchObject({ a: { device: 'again' } })
  expect(save).toMatchObject([{ provider: { id: 'a' }, key: 'new', state: same.state }])
})

it('one that its person removed here does not come back, unless another way', () => {
  const laptop = lends('Laptop', local(provider('a'), 'old'))
  const { borrowed } = borrow({}, [], heard({ laptop }))
  const gone = borrow(borrowed, [], heard({ laptop }))
  expect(gone.save).toEqual([])
  const again = borrow(gone.borrowed, [], heard({ laptop: lends('Laptop', local(provider('a'), 'new')) }))
  expect(again.save).toEqual([])
  // set up here again, with the same key even, it is this device's own
  expect(borrow(again.borrowed, [local(provider('a'), 'new')], heard({ laptop })).borrowed).toEqual({})
})

it('local servers, the demo, keys that cannot be read, and addresses of nobody do not travel', () => {
  const all = [
    provider('here', { baseUrl: 'http://localhost:11434/v1' }),
    provider('demo', { kind: 'demo', baseUrl: '' }),
    provider('fine'),
  ]
  const content = contentOf([...all.map((one) => local(one)), local(provider('damaged'), null)], 'Laptop')
  expect([...(decodeLent(encodeLent(content, 1))?.items.keys() ?? [])]).toEqual(['fine'])
  // nor does a device that is spoilt, or newer, bring them
  const forged = {
    by: 'x',
    providers: [
      ...all,
      { ...provider('new'), kind: 'of tomorrow' },
      null,
      provider('p', { baseUrl: 'https://u:p@x.example' }),
    ],
  }
  const bytes = encodeLent(
    JSON.stringify({ by: 'x', providers: forged.providers.map((one) => ({ provider: one, key: 'k' })) }),
    1,
  )
  expect([...(decodeLent(bytes)?.items.keys() ?? [])]).toEqual(['fine'])
  expect(decodeLent(new TextEncoder().encode('<html>'))).toBeNull()
  expect(decodeLent(new TextEncoder().encode('{"format":2}'))).toBeNull()
})
