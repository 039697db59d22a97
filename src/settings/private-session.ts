/**
 * A private session is kept in the memory of one tab's worker, and in nothing that outlives it. Its id says so, and
 * names that memory: copies and helpers of a private session have the same beginning, and are in the same memory.
 */
const OWN = /^private-[0-9a-z]{8}-/
const ANYWHERE = /private-[0-9a-z]{8}-/

/** The beginning of all ids in this session's memory; null: the session is not private. */
export const memoryOf = (sessionId: string): string | null => OWN.exec(sessionId)?.[0] ?? null

export const isPrivateSession = (sessionId: string): boolean => memoryOf(sessionId) !== null

/** Whether a name, such as a key of the browser's storage, contains the id of a private session. */
export const namesPrivate = (name: string): boolean => ANYWHERE.test(name)

/** An id for a private session with a memory of its own. `fresh`: a random UUID. */
export const privateId = (fresh: string): string => `private-${fresh}`

/** `fresh`, as the id of a session that begins from session `from`: it is as private as that one. */
export const idBeside = (from: string, fresh: string): string => (memoryOf(from) ?? '') + fresh
