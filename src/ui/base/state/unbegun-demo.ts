import { keepHere } from '../kit/keep-here.ts'

const KEY = 'reflexor:demo'

/**
 * The newest demo session of all tabs; null: none. Until a message is sent it is not in the list, and the demo opens it
 * again.
 */
export const lastDemo = (): string | null => localStorage.getItem(KEY)
export const keepDemo = (sessionId: string): void => keepHere(KEY, sessionId)
