import { readFileSync } from 'node:fs'

/**
 * The files of the unit tests that run in one process, one after the other; null: a process of its own. A process for each took a third of all
 * their processor time. What a file puts in the place of a global, or does to the clock, it takes back: `file-anew.ts` looks. Fake timers took
 * up to twenty times as long beside what other files had left: files with them share with each other alone.
 */
export function processOf(file: string): 'shared' | 'replaced' | null {
  const text = readFileSync(file, 'utf8')
  return ALONE.test(text) ? null : REPLACES.test(text) ? 'replaced' : 'shared'
}

/** Changes what is no global: modules, the environment, what the process hears. */
const ALONE = /\bvi\.(?:mock|doMock|hoisted|stubEnv)\b|\bprocess\.(?!cpuUsage\b)/
const REPLACES = /\bvi\.(?:useFakeTimers|spyOn|stubGlobal)\b/
