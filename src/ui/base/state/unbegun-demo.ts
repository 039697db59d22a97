import { keepHere } from '../kit/keep-here.ts'

const KEY = 'reflexor:demo'

/**
 * The demo's session that was made last, of all tabs; null: none. Until something is said in it, it is no row, and the
 * demo leads there again.
 */
export const lastDemo = (): string | null => localStorage.getItem(KEY)
export const keepDemo = (sessionId: string): void => keepHere(KEY, sessionId)
