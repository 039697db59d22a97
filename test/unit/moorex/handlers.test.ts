import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMoorex } from '../../../src/moorex/create-moorex.ts'
import { makeDefinition, note, recordEvents, settle, want } from './harness.ts'

const error = new Error('broken handler')
const broken = (): never => {
  throw error
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a handler that throws', () => {
  it('hurts neither the machine nor the other handlers, and its error goes to report', async () => {
    const reported: unknown[] = []
    const machine = createMoorex(makeDefinition(), { report: (one) => reported.push(one) })
    const before = recordEvents(machine)
    machine.on(broken)
    const after = recordEvents(machine)
    await machine.dispatch(want('a'))
    expect(before).toEqual(['signal-received want a', 'effect-started a', 'state-updated'])
    expect(after).toEqual(before)
    expect(reported).toEqual([error, error, error])
    expect(Object.keys(machine.getEffects())).toEqual(['a'])
  })

  it('is reported, too, when it is an async function that rejects', async () => {
    const reported: unknown[] = []
    const machine = createMoorex(makeDefinition(), { report: (one) => reported.push(one) })
    machine.on(async () => broken())
    await machine.dispatch({ type: 'ignored' })
    await settle()
    expect(reported).toEqual([error])
  })

  it("goes to the platform's reportError by default", async () => {
    const reportError = vi.fn()
    vi.stubGlobal('reportError', reportError)
    const machine = createMoorex(makeDefinition())
    machine.on(broken)
    await machine.dispatch({ type: 'ignored' })
    expect(reportError.mock.calls).toEqual([[error]])
  })

  it('goes to the console where there is no reportError', async () => {
    vi.stubGlobal('reportError', undefined)
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const machine = createMoorex(makeDefinition())
    machine.on(broken)
    await machine.dispatch({ type: 'ignored' })
    expect(log.mock.calls).toEqual([[error]])
  })

  it('does not kill the machine even when report throws: both errors go to the platform', async () => {
    const reportError = vi.fn()
    vi.stubGlobal('reportError', reportError)
    const reportFailure = new Error('broken report')
    const machine = createMoorex(makeDefinition(), {
      report: () => {
        throw reportFailure
      },
    })
    machine.on(broken)
    await machine.dispatch({ type: 'ignored' })
    await machine.dispatch({ type: 'ignored' })
    expect(reportError.mock.calls).toEqual([[error], [reportFailure], [error], [reportFailure]])
  })
})

describe('on', () => {
  it('returns its unsubscribe, which may be called twice and removes only its own registration', async () => {
    const machine = createMoorex(makeDefinition())
    const heard: string[] = []
    const handler = (): void => {
      heard.push('x')
    }
    const off = machine.on(handler)
    machine.on(handler)
    off()
    off()
    await machine.dispatch({ type: 'ignored' })
    expect(heard).toEqual(['x'])
  })

  it('lets a handler unsubscribe another: that one does not hear the event under way', async () => {
    const machine = createMoorex(makeDefinition())
    machine.on(() => offSecond())
    const second = vi.fn()
    const offSecond = machine.on(second)
    await machine.dispatch({ type: 'ignored' })
    expect(second).not.toHaveBeenCalled()
  })

  it('lets a handler subscribe another: that one hears from the next event on', async () => {
    const machine = createMoorex(makeDefinition())
    const late: string[][] = []
    const off = machine.on(() => {
      off()
      late.push(recordEvents(machine))
    })
    await machine.dispatch(note('a'))
    expect(late).toEqual([['state-updated']])
  })
})
