import type { ModelsView, ModelView, ProviderModels } from '../../../protocol/models.ts'
import type { ModelChoice } from '../../../settings/preferences.ts'
import { t } from '../../base/words/t.ts'
import { abilities, plainPrice, priceWords } from './model-words.ts'

/** The list of models, in its order. */

/** `typed`: the typed name, which is no model of the list. */
export type ModelOption = { providerId: string; provider: string; local: boolean; model: ModelView; typed: boolean }
/** `more`: how many are hidden until the person types. */
export type ModelSection = { title: string; options: ModelOption[]; more: number }

/**
 * How many models are shown: of one provider before the person types, of all while they type, and of each provider in
 * any case.
 */
const SHOWN = 40
const FOUND = 80
const OF_EACH = 5

/** Names of models for purposes other than chat, as providers list them. They are found by typing. */
export const OTHER_THAN_CHAT =
  /embed|whisper|\btts\b|-tts|dall-e|moderation|rerank|transcri|(gpt|chatgpt|grok-imagine)-image|imagen|veo-|sora|realtime|omni-moderation/i

export function modelSections(
  { providers }: ModelsView,
  query: string,
  chosen: { favourites: readonly ModelChoice[]; recent: readonly ModelChoice[]; current: ModelChoice | null },
): ModelSection[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0 ? unasked(providers, chosen) : found(providers, words, query.trim(), chosen.current)
}

function unasked(
  providers: ProviderModels[],
  { favourites, recent, current }: Parameters<typeof modelSections>[2],
): ModelSection[] {
  const listed = (choices: readonly ModelChoice[]): ModelOption[] =>
    choices.flatMap(({ providerId, model }) => {
      const provider = providers.find((known) => known.providerId === providerId)
      return provider === undefined ? [] : [optionOf(provider, modelNamed(provider, model))]
    })
  const isFavourite = ({ providerId, model }: ModelChoice): boolean =>
    favourites.some((known) => known.providerId === providerId && known.model === model)
  const used = [...(current === null ? [] : [current]), ...recent.filter((choice) => !isSameModel(choice, current))]
  return [
    section(t('Favourites'), listed(favourites)),
    section(t('Recent'), listed(used.filter((choice) => !isFavourite(choice)))),
    ...providers.map((provider) => {
      const models = provider.models.filter(({ id }) => !OTHER_THAN_CHAT.test(id))
      return section(
        provider.label,
        models.slice(0, SHOWN).map((model) => optionOf(provider, model)),
        provider.models.length - Math.min(models.length, SHOWN),
      )
    }),
  ].filter(({ options, more }) => options.length + more > 0)
}

function found(
  providers: ProviderModels[],
  words: string[],
  typed: string,
  current: ModelChoice | null,
): ModelSection[] {
  let room = FOUND
  const sections = providers.map((provider) => {
    const fitting = provider.models
      .filter((model) => fits(provider, model, words))
      .sort((a, b) => rank(a, typed) - rank(b, typed))
    const shown = fitting.slice(0, Math.max(OF_EACH, room))
    room -= shown.length
    return section(
      provider.label,
      shown.map((model) => optionOf(provider, model)),
      fitting.length - shown.length,
    )
  })
  const lists = ({ models }: ProviderModels): boolean => models.some(({ id }) => id === typed)
  const isListed = providers.some(lists)
  // a provider without a list may offer the models of another provider, too
  const asTyped = providers.filter(
    (provider) => provider.providerId !== 'demo' && (!isListed || (provider.listedAt === null && !lists(provider))),
  )
  const nearest = [...asTyped].sort((a, b) => Number(isAt(b, current)) - Number(isAt(a, current))).slice(0, 5)
  return [
    ...sections,
    section(
      t('As typed'),
      nearest.map((provider) => ({ ...optionOf(provider, modelNamed(provider, typed)), typed: true })),
    ),
  ].filter(({ options }) => options.length > 0)
}

const section = (title: string, options: ModelOption[], more = 0): ModelSection => ({ title, options, more })

const optionOf = ({ providerId, label, local }: ProviderModels, model: ModelView): ModelOption => ({
  providerId,
  provider: label,
  local,
  model,
  typed: false,
})

/** For a model that its provider does not list, only the name is known. */
const modelNamed = ({ models }: ProviderModels, id: string): ModelView =>
  models.find((model) => model.id === id) ?? { ...NAMELESS, id: id.slice(0, 200) }

const NAMELESS: Omit<ModelView, 'id'> = {
  name: null,
  window: null,
  maxOutput: null,
  thinks: null,
  sees: null,
  reads: null,
  hears: [],
  acts: null,
  price: null,
}

export const isSameModel = (a: ModelChoice, b: ModelChoice | null): boolean =>
  a.providerId === b?.providerId && a.model === b.model
const isAt = ({ providerId }: ProviderModels, choice: ModelChoice | null): boolean => choice?.providerId === providerId

/** Names, provider and abilities: "gemini images free" finds models that match all three. */
function fits({ label, local }: ProviderModels, model: ModelView, words: string[]): boolean {
  // in English and in the person’s language
  const able = abilities(model).flatMap((ability) => [ability, t(ability)])
  const text = [model.id, model.name ?? '', label, ...able, plainPrice(model, local) ?? '', priceWords(model, local)]
    .join(' ')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Names that begin with the query come first, then names that contain it. */
function rank({ id, name }: ModelView, typed: string): number {
  const wanted = typed.toLowerCase()
  const names = [id.slice(id.lastIndexOf('/') + 1), id, name ?? ''].map((text) => text.toLowerCase())
  if (names.includes(wanted)) return 0
  if (names.some((text) => text.startsWith(wanted))) return 1
  return names.some((text) => text.includes(wanted)) ? 2 : 3
}
