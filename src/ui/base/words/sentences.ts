import { locale } from './language.ts'

/** The separator of two sentences: none in Chinese, a space in other languages. */
export const gap = (): string => (locale().startsWith('zh') ? '' : ' ')

/** Whole sentences behind one another; empty ones are none. */
export const sentences = (all: readonly string[]): string => all.filter((sentence) => sentence !== '').join(gap())
