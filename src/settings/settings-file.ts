import * as z from 'zod/mini'
import { Persona, Personas } from './personas.ts'
import { PreferenceChanges, type Preferences } from './preferences.ts'
import { Prompt, Prompts } from './prompts.ts'

/**
 * Exports and imports settings as a file. It has no keys, providers, tool permissions or cost limits, so a foreign file
 * changes none of these.
 */

/** Settings that the file replaces. */
const REPLACED = [
  'theme',
  'language',
  'instructions',
  'memory',
  'nameSessions',
  'keepAwake',
  'compressAt',
  'askBeforeAgainAbove',
] as const
export type Replaced = (typeof REPLACED)[number]

const { theme, language, instructions, memory, nameSessions, keepAwake, compressAt, askBeforeAgainAbove } =
  PreferenceChanges.shape
const SettingsFile = z.object({
  reflexor: z.literal('settings'),
  version: z.literal(1),
  settings: z.object({
    ...{ theme, language, instructions, memory, nameSessions, keepAwake, compressAt, askBeforeAgainAbove },
    prompts: z.optional(z.array(Prompt).check(z.maxLength(1000))),
    personas: z.optional(z.array(Persona).check(z.maxLength(1000))),
  }),
})
type Kept = z.infer<typeof SettingsFile>['settings']

/** Characters. */
export const LONGEST_FILE = 25_000_000

/** The text of the file for these preferences. */
export function settingsFile(preferences: Preferences): string {
  const { prompts, personas } = preferences
  const settings = { ...Object.fromEntries(REPLACED.map((key) => [key, preferences[key]])), prompts, personas }
  return `${JSON.stringify({ reflexor: 'settings', version: 1, settings }, null, 2)}\n`
}

/** Parses the text of a file. Throws an Error whose message is a sentence for the person. */
export function readSettingsFile(text: string): Kept {
  if (text.length > LONGEST_FILE) throw new Error('This file is too long to be a settings file.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('This isn’t a settings file.')
  }
  const parsed = SettingsFile.safeParse(value)
  if (parsed.success) return parsed.data.settings
  const { reflexor, version } = Object(value) as { reflexor?: unknown; version?: unknown }
  if (reflexor !== 'settings') throw new Error('This isn’t a settings file.')
  if (typeof version === 'number' && version > 1)
    throw new Error('This file is from a newer version of Reflexor. Update first.')
  throw new Error('This settings file is damaged. Nothing was imported.')
}

/** A prompt or a persona of the file. `renamed`: other content has its name here, so it gets the name in `item`. */
export type Arriving<Item> = { item: Item; how: 'new' | 'renamed' | 'known' | 'no-room' }
export type ImportPlan = {
  prompts: Arriving<Prompt>[]
  personas: Arriving<Persona>[]
  /** Settings that would be replaced, if they differ. */
  replaced: { key: Replaced; value: NonNullable<unknown> | null }[]
}

const MOST = { prompts: 100, personas: 50 }
const LONGEST_NAME = 80

/**
 * What importing the file would change. `makeId`: returns a new id each time. A persona whose model no provider here
 * has (`hasProvider`) gets the default model.
 */
export function planImport(
  file: Kept,
  here: Preferences,
  makeId: () => string,
  hasProvider: (id: string) => boolean,
): ImportPlan {
  const personas = (file.personas ?? []).map((one) =>
    one.model !== null && !hasProvider(one.model.providerId) ? { ...one, model: null } : one,
  )
  return {
    prompts: arriving(file.prompts ?? [], here.prompts, makeId, MOST.prompts),
    personas: arriving(personas, here.personas, makeId, MOST.personas),
    replaced: REPLACED.flatMap((key) => {
      const value = file[key]
      return value === undefined || value === here[key] ? [] : [{ key, value }]
    }),
  }
}

function arriving<Item extends { id: string; name: string }>(
  items: readonly Item[],
  here: readonly Item[],
  makeId: () => string,
  most: number,
): Arriving<Item>[] {
  const all = [...here]
  return items.map((item) => {
    if (all.some((other) => sameWords(other, item))) return { item, how: 'known' }
    if (all.length >= most) return { item, how: 'no-room' }
    const name = freeName(item.name, new Set(all.map((other) => other.name)))
    const id = all.some((other) => other.id === item.id) ? makeId() : item.id
    const arrived = { ...item, id, name }
    all.push(arrived)
    return { item: arrived, how: name === item.name ? 'new' : 'renamed' }
  })
}

const sameWords = <Item extends { id: string }>(a: Item, b: Item): boolean =>
  JSON.stringify({ ...a, id: '' }) === JSON.stringify({ ...b, id: '' })

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2, free = name; ; n++) {
    if (!taken.has(free)) return free
    const mark = ` (${n})`
    free = `${name.slice(0, LONGEST_NAME - mark.length)}${mark}`
  }
}

/** The preferences to change for the chosen parts of a plan. */
export function changesOf(
  plan: ImportPlan,
  chosen: { prompts: boolean; personas: boolean; replaced: ReadonlySet<Replaced> },
  here: Preferences,
): Partial<Preferences> {
  const joining = <Item>(all: readonly Arriving<Item>[]): Item[] =>
    all.flatMap(({ item, how }) => (how === 'new' || how === 'renamed' ? [item] : []))
  const prompts = chosen.prompts ? joining(plan.prompts) : []
  const personas = chosen.personas ? joining(plan.personas) : []
  return {
    ...Object.fromEntries(
      plan.replaced.filter(({ key }) => chosen.replaced.has(key)).map(({ key, value }) => [key, value]),
    ),
    ...(prompts.length > 0 ? { prompts: Prompts.parse([...here.prompts, ...prompts]) } : {}),
    ...(personas.length > 0 ? { personas: Personas.parse([...here.personas, ...personas]) } : {}),
  }
}
