import { readFileSync } from 'node:fs'

/**
 * The unit tests of one kind run in one process, one file after the other: a process for each took a third of all their processor time. What a
 * file puts in the place of a global, or does to the clock, it takes back: `file-anew.ts` looks.
 * `stateless`: what these files load keeps nothing, and is loaded once for all of them. `replaced`: globals or the clock are replaced for a
 * while. `alone`: what is changed is no global: modules, the environment, what the process hears.
 */
export type ProcessKind = 'stateless' | 'shared' | 'replaced' | 'alone'

export function processKind(file: string): ProcessKind {
  const text = readFileSync(file, 'utf8')
  if (ALONE.test(text)) return 'alone'
  if (REPLACES.test(text)) return 'replaced'
  return STATELESS.test(file) ? 'stateless' : 'shared'
}

const ALONE = /\bvi\.(?:mock|doMock|hoisted|stubEnv)\b|\bprocess\.(?!cpuUsage\b)/
const REPLACES = /\bvi\.(?:useFakeTimers|spyOn|stubGlobal)\b/
const STATELESS =
  /\/unit\/(?:agent|bench|documents|effects|llm|mcp|moorex|protocol|sandbox|search|settings|storage|sync|tools)\//
