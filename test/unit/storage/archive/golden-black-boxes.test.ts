import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { initiate } from '../../../../src/agent/initiate.ts'
import type { State } from '../../../../src/agent/state.ts'
import { transition } from '../../../../src/agent/transition.ts'
import { AGENT_VERSION } from '../../../../src/agent/version.ts'
import { Line } from '../../../../src/storage/archive/export-format.ts'
import { makeImportFold } from '../../../../src/storage/archive/import-fold.ts'
import { openArchive } from '../../../../src/storage/archive/open-archive.ts'
import { parseLine, readLines } from '../../../../src/storage/archive/read-lines.ts'

/**
 * Black boxes that were saved by released versions, each beside a hash of the state after every one of its inputs, as
 * the version that saved it had them. Replayed by today's code they give the same states, or, where the meaning of
 * inputs has changed since (an older agent version), the rows that were saved with them. `GOLDEN=write` writes the
 * hashes of boxes that have none: for a new box, never for an old one.
 */
const folder = new URL('../../../support/fixtures/black-boxes/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.reflexor'))

/**
 * Of a state as JSON with its keys in order, so that it does not depend on how an object was made. A state without a
 * plan is the one that versions before plans had: they had no such field.
 */
const hashOf = ({ plan, ...state }: State): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...state, ...(plan !== null && { plan }) }, inOrder))
    .digest('hex')
    .slice(0, 16)
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

async function linesOf(name: string): Promise<Line[][]> {
  const { sessions, recording } = await openArchive(new Blob([readFileSync(new URL(name, folder))]))
  expect(recording).toBe(true)
  const all: Line[][] = []
  for (const entry of sessions.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const lines: Line[] = []
    for await (const text of readLines(entry.open())) lines.push(Line.parse(parseLine(text)))
    all.push(lines)
  }
  return all
}

it('there is a black box of this agent version, and of every one since there are any', () => {
  for (let version = 4; version <= AGENT_VERSION; version++)
    expect(names.some((name) => name.startsWith(`v${version}-`))).toBe(true)
})

describe.each(names)('%s', (name) => {
  it('opens, and today gives the states that were recorded', async () => {
    const file = new URL(name.replace('.reflexor', '.states.json'), folder)
    const states: string[][] = []
    for (const lines of await linesOf(name)) {
      const fold = makeImportFold('s', () => null)
      for (const line of lines) fold.take(line)
      // throws where the journal does not give the rows
      expect(fold.finish().state.head.count).toBe(lines.filter(({ type }) => type === 'message').length)
      let state = initiate('s')
      const hashes: string[] = []
      for (const line of lines)
        if (line.type === 'journal' && line.row.agentVersion === AGENT_VERSION) {
          const { input } = line.row
          state = transition(input.type === 'session-create' ? { ...input, sessionId: 's' } : input)(state)
          hashes.push(hashOf(state))
        }
      states.push(hashes)
    }
    if (process.env['GOLDEN'] === 'write') writeFileSync(file, `${JSON.stringify(states, null, 2)}\n`, { flag: 'wx' })
    if (name.startsWith(`v${AGENT_VERSION}-`)) expect(states).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })
})
