import { describe, expect, it } from 'vitest'
import { OutcomeUnknown } from '../../../src/tools/outcome-unknown.ts'
import { endingOf, start, toolThat } from './toolkit-harness.ts'

const work = { toolCallId: '5.0.0', attempt: 0 }
const error = (text: string): unknown => ({ type: 'toolkit-error', ...work, error: text, retryAt: null })

describe('a tool that cannot know whether it has acted', () => {
  const lost = toolThat(() => Promise.reject(new OutcomeUnknown('The line went dead.')))

  it('once: its outcome is unknown and the person decides; the model is not told of an error that it would try again after', async () => {
    const harness = start(lost, { call: { repeat: 'once' } })
    await harness.done
    expect(harness.inputs).toEqual([
      { type: 'toolkit-start', ...work },
      { type: 'toolkit-interrupt', ...work },
    ])
  })

  it.each(['pure', 'idempotent'] as const)('%s: an error that the model reads', async (repeat) => {
    expect(await endingOf(lost, { call: { repeat } })).toEqual(error('The line went dead.'))
  })

  it('goes by what the call was when it was made, not by what the tool has become since', async () => {
    const now = (repeat: 'pure' | 'once') => ({ ...lost, repeat })
    expect(await endingOf(now('pure'), { call: { repeat: 'once' } })).toEqual({ type: 'toolkit-interrupt', ...work })
    expect(await endingOf(now('once'), { call: { repeat: 'pure' } })).toEqual(error('The line went dead.'))
  })

  it('any other error of a once tool stays an error', async () => {
    const refusing = toolThat(() => Promise.reject(new Error('No.')))
    expect(await endingOf(refusing, { call: { repeat: 'once' } })).toEqual(error('No.'))
  })
})
