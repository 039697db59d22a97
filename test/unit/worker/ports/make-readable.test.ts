import { afterEach, expect, it, vi } from 'vitest'
import { makeReadable } from '../../../../src/worker/ports/make-readable.ts'

/** A thread that does as the test says when it is given its page. */
function threadThat(act: (say: (data: unknown) => void, breaks: () => void) => void): { kills: number } {
  const seen = { kills: 0 }
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: ((event: { data: unknown }) => void) | null = null
      onerror: ((event: { preventDefault: () => void; message: string }) => void) | null = null
      postMessage(): void {
        queueMicrotask(() =>
          act(
            (data) => this.onmessage?.({ data }),
            () => this.onerror?.({ preventDefault: () => {}, message: '' }),
          ),
        )
      }
      terminate(): void {
        seen.kills++
      }
    },
  )
  return seen
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const never = new AbortController().signal
const plain = { title: 't', text: 'its words' }
const read = (html = '<p>x</p>', signal = never) => makeReadable(html, 'https://a.example/', signal)

it('a page over which its thread breaks is not parsed by the writer: the answer says so in words', async () => {
  threadThat((_, breaks) => breaks())
  const pieces = vi.spyOn(String.prototype, 'slice')
  await expect(read('<head>'.repeat(100_000))).rejects.toThrow('This page could not be read: the part of the app')
  expect(pieces.mock.calls.length).toBeLessThan(100)
  pieces.mockRestore()
})

it('a page whose readable part takes too long is given without its tags, as its thread made it before', async () => {
  vi.useFakeTimers()
  const seen = threadThat((say) => say({ type: 'plain', page: plain }))
  const page = read()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await page).toEqual({ ...plain, note: expect.stringContaining('without its tags') })
  expect(seen.kills).toBe(1)
})

it('a thread that says nothing at all is killed, and the answer says so in words', async () => {
  vi.useFakeTimers()
  const seen = threadThat(() => {})
  const page = expect(read()).rejects.toThrow('it took longer than 20 seconds')
  await vi.advanceTimersByTimeAsync(20_000)
  await page
  expect(seen.kills).toBe(1)
})

it('the readable part comes as it is; what cannot be taken apart comes as its plain text, or as words', async () => {
  threadThat((say) => {
    say({ type: 'plain', page: plain })
    say({ type: 'readable', page: { title: 'T', text: '# T' } })
  })
  expect(await read()).toEqual({ title: 'T', text: '# T' })
  threadThat((say) => {
    say({ type: 'plain', page: plain })
    say({ type: 'failed' })
  })
  expect((await read()).text).toBe('its words')
  threadThat((say) => say({ type: 'something else' }))
  await expect(read()).rejects.toThrow('what came of it was unreadable')
})

it('Stop kills the thread', async () => {
  const controller = new AbortController()
  const seen = threadThat(() => controller.abort(new Error('stopped')))
  await expect(read('<p>', controller.signal)).rejects.toThrow('stopped')
  expect(seen.kills).toBe(1)
})
