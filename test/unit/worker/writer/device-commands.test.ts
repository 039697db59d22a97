import { expect, it } from 'vitest'
import type { Mode } from '../../../../src/agent/mode.ts'
import { runDeviceCommand } from '../../../../src/worker/writer/device-commands.ts'
import { CONFIG } from '../../agent/world/settings.ts'

/** Takes a session whose other device left it in this mode; gives the commands that follow. */
async function taken(mode: Mode | undefined, take = async (): Promise<void> => {}): Promise<unknown[]> {
  const said: unknown[] = []
  const ports = {
    db: { get: async () => ({ sessionId: 's', config: { ...CONFIG, ...(mode && { mode }) } }) },
    run: async (id: string, command: unknown) => {
      said.push([id, command])
      return null
    },
  }
  await runDeviceCommand('c1', { kind: 'take-session', sessionId: 's' }, ports as never, { take } as never)
  return said
}

it('a session of another device was free there and stayed so here: taken over, it begins in "Ask"', async () => {
  const input = { type: 'user-configure', config: { mode: 'ask' } }
  expect(await taken('free')).toEqual([['c1.m', { kind: 'input', sessionId: 's', input }]])
  expect(await taken('careful')).toHaveLength(1)
  expect(await taken('ask')).toEqual([])
  expect(await taken(undefined)).toEqual([])
})

it('a take that failed changes nothing', async () => {
  const refuse = async (): Promise<void> => Promise.reject(new Error('no'))
  await expect(taken('free', refuse)).rejects.toThrow('no')
})
