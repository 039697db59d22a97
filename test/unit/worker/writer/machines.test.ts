import { expect, it } from 'vitest'
import { IDLE_HELD, makeMachines } from '../../../../src/worker/writer/machines.ts'
import type { SessionMachine } from '../../../../src/worker/writer/session-machine.ts'

type Fake = { sessionId: string; busy: boolean; stopped: boolean }

function setUp() {
  const made: Fake[] = []
  const machines = makeMachines(async (sessionId) => {
    const fake: Fake = { sessionId, busy: false, stopped: false }
    made.push(fake)
    const machine: Pick<SessionMachine, 'isIdle' | 'stop' | 'retryCommit'> = {
      isIdle: () => !fake.busy,
      stop: () => {
        fake.stopped = true
      },
      retryCommit: () => {},
    }
    return machine as SessionMachine
  })
  const command = (sessionId: string): Promise<void> =>
    machines.use(sessionId, async () => {
      await machines.of(sessionId)
    })
  const running = (): string[] => made.filter(({ stopped }) => !stopped).map(({ sessionId }) => sessionId)
  return { machines, made, command, running }
}

it('a writer that has seen a hundred sessions holds the machines of the last few', async () => {
  const { command, running } = setUp()
  for (let n = 0; n < 100; n++) await command(`s${n}`)
  expect(running()).toEqual(Array.from({ length: IDLE_HELD }, (_, n) => `s${100 - IDLE_HELD + n}`))
})

it('a machine that was let go of is restored by the next command, and one that is used again and again stays', async () => {
  const { command, made } = setUp()
  for (let n = 0; n < 20; n++) {
    await command('often')
    await command(`s${n}`)
  }
  await command('s0')
  expect(made.filter(({ sessionId }) => sessionId === 'often')).toHaveLength(1)
  expect(made.filter(({ sessionId }) => sessionId === 's0')).toHaveLength(2)
})

it('what works is never let go of, nor what a command is about to use', async () => {
  const { machines, made, command, running } = setUp()
  await command('busy')
  for (const fake of made) fake.busy = true
  let release = (): void => {}
  const using = machines.use('used', async () => {
    await machines.of('used')
    await new Promise<void>((resolve) => {
      release = resolve
    })
  })
  for (let n = 0; n < 20; n++) await command(`s${n}`)
  expect(running()).toEqual(expect.arrayContaining(['busy', 'used']))
  expect(machines.isUsed('used')).toBe(true)
  for (const fake of made) fake.busy = false
  release()
  await using
  await command('last')
  expect(running()).toHaveLength(IDLE_HELD)
  expect(running()).not.toContain('busy')
})

it('a machine that could not be restored is tried again', async () => {
  let fails = true
  const machines = makeMachines(async () => {
    if (fails) throw new Error('disk')
    return { isIdle: () => true, stop: () => {}, retryCommit: () => {} } as unknown as SessionMachine
  })
  await expect(machines.of('s')).rejects.toThrow('disk')
  fails = false
  await expect(machines.of('s')).resolves.toBeDefined()
})

it('two ends of one machine that find it outdated in the same moment: one is restored, and none runs beside it', async () => {
  const { machines, made, command, running } = setUp()
  await command('s')
  await Promise.all([machines.restart('s'), machines.restart('s')])
  expect(running()).toEqual(['s'])
  machines.stop()
  await Promise.resolve()
  expect(made.filter(({ stopped }) => !stopped)).toEqual([])
})
