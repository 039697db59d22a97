import { locale } from './language.ts'

/** What stands between two sentences: the full stop of Chinese has its own room, other languages want a space. */
export const gap = (): string => (locale().startsWith('zh') ? '' : ' ')

/** Whole sentences behind one another; empty ones are none. */
export const sentences = (all: readonly string[]): string => all.filter((sentence) => sentence !== '').join(gap())
