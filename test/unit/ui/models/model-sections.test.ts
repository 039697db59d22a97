import { describe, expect, it } from 'vitest'
import type { ModelsView } from '../../../../src/protocol/models.ts'
import { modelSections } from '../../../../src/ui/settings/models/model-sections.ts'
import { abilities, priceWords, windowWords } from '../../../../src/ui/settings/models/model-words.ts'
import { fakeModels } from '../../../support/fake-models.ts'

const many = Array.from({ length: 90 }, (_, n) => `maker/model-${n}`)
const VIEW = fakeModels([
  { id: 'a', label: 'Acme', model: 'quick', models: ['slow', 'quick-image-gen', 'whisper-1', 'not-quick'] },
  { id: 'b', label: 'Bolt', model: 'maker/model-0', models: many },
])
const NONE = { favourites: [], recent: [], current: null }
const names = (view: ModelsView, query: string, chosen: Parameters<typeof modelSections>[2] = NONE) =>
  modelSections(view, query, chosen).map(({ title, options }) => [title, options.map(({ model }) => model.id)])

describe('the list of models', () => {
  it('groups by provider, leaves out what does not talk, and says how many more there are', () => {
    const [acme, bolt] = modelSections(VIEW, '', NONE)
    expect(acme?.options.map(({ model }) => model.id)).toEqual(['quick', 'slow', 'quick-image-gen', 'not-quick'])
    expect(acme?.more).toBe(1)
    expect(bolt?.options.length).toBe(40)
    expect(bolt?.more).toBe(50)
  })
  it('favourites come first, then the one in use and recent ones, each once; of a provider that is gone, nothing', () => {
    const chosen = {
      favourites: [{ providerId: 'a', model: 'slow' }],
      recent: [
        { providerId: 'a', model: 'slow' },
        { providerId: 'gone', model: 'x' },
        { providerId: 'b', model: 'typed-once' },
        { providerId: 'a', model: 'quick' },
      ],
      current: { providerId: 'a', model: 'quick' },
    }
    expect(names(VIEW, '', chosen).slice(0, 2)).toEqual([
      ['Favourites', ['slow']],
      ['Recent', ['quick', 'typed-once']],
    ])
  })
  it('finds by all words in names, provider, abilities and price; what begins with them comes first', () => {
    expect(names(VIEW, 'quick')[0]).toEqual(['Acme', ['quick', 'quick-image-gen', 'not-quick']])
    expect(names(VIEW, 'WHISPER acme images')[0]).toEqual(['Acme', ['whisper-1']])
    expect(names(VIEW, 'model')[0]?.[1]).toHaveLength(80)
    expect(modelSections(VIEW, 'model', NONE)[0]?.more).toBe(10)
    const [first] = VIEW.providers
    const free = {
      ...VIEW,
      providers: first
        ? [{ ...first, models: first.models.map((model) => ({ ...model, price: { input: 0, output: 0 } })) }]
        : [],
    }
    expect(names(free, 'free slow')[0]).toEqual(['Acme', ['slow']])
  })
  it('many that fit at one provider hide those of no other', () => {
    const view = fakeModels([
      { id: 'b', label: 'Bolt', model: 'maker/model-0', models: many },
      { id: 'a', label: 'Acme', model: 'model-one', models: [] },
      {
        id: 'c',
        label: 'Cog',
        model: 'other',
        models: ['model-1', 'model-2', 'model-3', 'model-4', 'model-5', 'model-6'],
      },
      { id: 'w', label: 'Words', model: 'embed-1', models: ['embed-2'] },
    ])
    const found = modelSections(view, 'model', NONE).map(({ title, options, more }) => [title, options.length, more])
    expect(found.slice(0, 3)).toEqual([
      ['Bolt', 80, 10],
      ['Acme', 1, 0],
      ['Cog', 5, 1],
    ])
    // nothing that talks: it is said that there is something
    expect(modelSections(view, '', NONE).at(-1)).toMatchObject({ title: 'Words', options: [], more: 2 })
  })
  it('a name that one provider lists can be used at another that has no list', () => {
    const [acme, bolt] = VIEW.providers
    if (acme === undefined || bolt === undefined) throw new Error('There are two.')
    const view = { ...VIEW, providers: [acme, { ...bolt, models: [], listedAt: null }] }
    expect(names(view, 'slow')).toEqual([
      ['Acme', ['slow']],
      ['As typed', ['slow']],
    ])
    expect(modelSections(view, 'slow', NONE).at(-1)?.options[0]?.providerId).toBe('b')
  })
  it('a name that nobody lists can be used as typed, at the provider in use first', () => {
    const current = { providerId: 'b', model: 'maker/model-0' }
    const last = modelSections(VIEW, ' my-own ', { ...NONE, current }).at(-1)
    expect(last?.title).toBe('As typed')
    expect(last?.options.map(({ providerId, model, typed }) => [providerId, model.id, typed])).toEqual([
      ['b', 'my-own', true],
      ['a', 'my-own', true],
    ])
    expect(modelSections(VIEW, 'slow', NONE).at(-1)?.title).toBe('Acme')
  })
})

describe('what is known of a model, in words', () => {
  const [model] = VIEW.providers[0]?.models ?? []
  it('says what it can do, and only of tools what it cannot', () => {
    if (model === undefined) throw new Error('no model')
    expect(abilities(model)).toEqual(['images', 'tools'])
    expect(abilities({ ...model, sees: null, reads: true, thinks: true, acts: false })).toEqual([
      'PDF',
      'thinking',
      'chat only, no tools',
    ])
    expect(abilities({ ...model, sees: null, acts: null })).toEqual([])
    expect([windowWords(model), priceWords(model, false)]).toEqual(['128k tokens', '$2.5 in, $10 out'])
    expect(windowWords({ ...model, window: null })).toBe('')
    expect(priceWords({ ...model, price: null }, false)).toBe('price unknown')
    expect(priceWords({ ...model, price: null }, true)).toBe('local')
    expect(priceWords({ ...model, price: { input: 0, output: 0 } }, true)).toBe('free')
    expect(priceWords({ ...model, price: { input: 0.0375, output: 1.0000004 } }, false)).toBe('$0.0375 in, $1 out')
  })
})
