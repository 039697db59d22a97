import { expect, it } from 'vitest'
import type { AppByNames } from './app-by-names.ts'
import type { MockProvider } from './mock-provider.ts'
import { stuck } from './mock-replies.ts'

/** A new visitor's browser with the built app in it, and what only its driver can do there. */
export type Visit = {
  app: AppByNames
  mock: MockProvider
  reload: () => Promise<void>
  /** Another tab at the same address. */
  openSecond: () => Promise<AppByNames>
  /** Ends the first tab, and leaves the second. */
  closeFirst: () => Promise<void>
  /** Until the page is in its service worker's hands. */
  untilInstalled: () => Promise<void>
  /** The site's server is gone meanwhile. */
  withoutServer: (during: () => Promise<void>) => Promise<void>
}

/** The answer from its first to its last word, once; its figures may stand below. */
export const whole = (words: number): RegExp => new RegExp(`^word1 (\\w+ ){${words - 2}}word${words}(\\n|$)`)

/** The main job as tests, for every engine that is not Chromium: what is promised there holds here, and what the engine lacks is said in words. */
export function mainJob(visit: () => Visit): void {
  it('a tool runs, and a reload in mid-sentence goes on by itself to one whole answer', async () => {
    const { app, mock, reload } = visit()
    const write = { name: 'write_file', arguments: { path: 'notes.md', content: '# Kept' } }
    mock.setScript([{ text: 'I write it.', toolCalls: [write] }, stuck(60), { words: 60, pace: { chunkMs: 5 } }])
    await app.connect(mock.baseUrl)
    await app.send('Write and count')
    await app.untilAnswer(/word9/)
    await reload()
    await app.untilStatus(/^Idle$/)
    await app.untilAnswer(whole(60))
    expect(mock.journal()).toHaveLength(3)
    expect(mock.journal()[2]?.body.messages).toEqual(mock.journal()[1]?.body.messages)
    await app.untilShown(/notes\.md/)
    expect(await app.all()).toContain('This browser can’t link folders on disk.')
  })

  it('code runs in the sandbox', async () => {
    const { app, mock } = visit()
    const code = { name: 'run_javascript', arguments: { code: '6 * 7' } }
    mock.setScript([{ toolCalls: [code] }, { text: 'It is done.' }])
    await app.connect(mock.baseUrl)
    await app.send('Compute')
    await app.untilAnswer(/It is done\./)
    const { messages } = mock.journal()[1]?.body ?? {}
    expect(JSON.stringify(messages?.at(-1))).toContain('42')
  })

  it('a second tab shows the answer while it comes, and takes over when the first is closed', async () => {
    const { app, mock, openSecond, closeFirst } = visit()
    mock.setScript([stuck(60), { words: 120, pace: { chunkMs: 2 } }])
    await app.connect(mock.baseUrl)
    await app.send('Count')
    await app.untilAnswer(/word3/)
    const second = await openSecond()
    await second.untilAnswer(/word9/)
    await closeFirst()
    await second.untilAnswer(whole(120))
    await second.untilStatus(/^Idle$/)
    expect(mock.journal()).toHaveLength(2)
  })

  it('the page needs its server no more once it is installed', async () => {
    const { app, mock, untilInstalled, withoutServer, reload } = visit()
    mock.setScript([{ text: 'Kept.' }])
    await app.connect(mock.baseUrl)
    await app.send('Hello')
    await app.untilAnswer(/Kept\./)
    await untilInstalled()
    await withoutServer(async () => {
      await reload()
      await app.untilAnswer(/Kept\./)
    })
  })
}
