import { createSignal } from 'solid-js'
import type { Preferences } from '../../../settings/preferences.ts'
import type { Dictionary, Recognise } from './recognise.ts'
import type { zh } from './zh.ts'

/** A language of the page. English is in the code itself. */
export type Language = 'en' | 'zh'
/** A phrase of the page, as written in the code. A phrase without Chinese does not compile. */
export type Phrase = keyof typeof zh

const CHOSEN = 'reflexor:language'
const TAGS = { en: 'en', zh: 'zh-Hans' } as const

type Words = { dictionary: Dictionary; recognise: Recognise }

const [words, setWords] = createSignal<{ language: Language; other: Words | null }>({ language: 'en', other: null })

export const dictionary = (): Dictionary | undefined => words().other?.dictionary
export const recognise = (): Recognise | undefined => words().other?.recognise
/** For dates, numbers and `lang`. */
export const locale = (): string => TAGS[words().language]

/** The chosen language, else the browser's first language that the page has. */
export function languageOf(chosen: Preferences['language'], browser: readonly string[]): Language {
  if (chosen !== 'auto') return chosen
  for (const tag of browser) {
    if (/^zh\b/i.test(tag)) return 'zh'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'en'
}

let wished: Language = 'en'

/**
 * Shows the page in `language`, without a reload. Rejects when its words cannot be loaded; the page then stays as it
 * is.
 */
export async function speak(language: Language): Promise<void> {
  if (wished === language) return
  wished = language
  const other = language === 'en' ? null : await load()
  // another choice came while it loaded
  if (wished !== language) return
  setWords({ language, other })
  document.documentElement.lang = locale()
}

async function load(): Promise<Words> {
  try {
    const [{ zh }, { makeRecognise }] = await Promise.all([import('./zh.ts'), import('./recognise.ts')])
    return { dictionary: zh, recognise: makeRecognise(zh) }
  } catch (error) {
    // the next choice tries again
    wished = words().language
    throw error
  }
}

/** The earlier choice, readable before the settings are, so that the first screen has the right language. */
export function chosenBefore(storage: Pick<Storage, 'getItem'>): Preferences['language'] {
  const kept = storage.getItem(CHOSEN)
  return kept === 'en' || kept === 'zh' ? kept : 'auto'
}

export function keepChosen(chosen: Preferences['language'], storage: Storage): void {
  try {
    if (chosen === 'auto') storage.removeItem(CHOSEN)
    else storage.setItem(CHOSEN, chosen)
  } catch {
    // a full storage: the next opening begins in the browser's language
  }
}
