import { readFileSync } from 'node:fs'

/**
 * Unit tests of one kind run in one process, one file after the other: a process per file took a third of their CPU
 * time. A file restores globals that it replaced, and the clock: `file-anew.ts` checks that. `stateless`: modules keep
 * no state and are loaded once for all files. `replaced`: globals or the clock are replaced temporarily. `alone`:
 * changes other things than globals: modules, the environment, listeners of the process.
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
