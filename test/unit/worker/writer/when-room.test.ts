import { expect, it, vi } from 'vitest'
import { whenRoom } from '../../../../src/worker/writer/when-room.ts'

/** An effect that waits for room until `give` is called. */
function makeWaiting() {
  const start = vi.fn(async () => {})
  const cancel = vi.fn()
  let give: (() => void) | null = null
  let full = true
  const room = (signal: AbortSignal): Promise<void> | null =>
    full
      ? new Promise((resolve, reject) => {
          give = resolve
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      : null
  const effect = whenRoom({ start, cancel }, room)
  return {
    ...{ start, cancel, effect },
    /** It may begin, unless it is full again by then. */
    give: async (stays = true) => {
      full = !stays
      give?.()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

it('an effect begins when there is room, and at once where there is', async () => {
  const waiting = makeWaiting()
  const done = waiting.effect.start(async () => true)
  expect(waiting.start).not.toHaveBeenCalled()
  // somebody else took it
  await waiting.give(false)
  expect(waiting.start).not.toHaveBeenCalled()
  await waiting.give()
  await done
  expect(waiting.start).toHaveBeenCalledTimes(1)
  await waiting.effect.start(async () => true)
  expect(waiting.start).toHaveBeenCalledTimes(2)
})

it('cancelled while it waits it never begins', async () => {
  const waiting = makeWaiting()
  const done = waiting.effect.start(async () => true)
  waiting.effect.cancel()
  await done
  await waiting.give()
  expect(waiting.start).not.toHaveBeenCalled()
  expect(waiting.cancel).toHaveBeenCalledTimes(1)
})
