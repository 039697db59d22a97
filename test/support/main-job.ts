import { expect, it } from 'vitest'
import type { AppByNames } from './app-by-names.ts'
import type { MockProvider } from './mock-provider.ts'
import { stuck } from './mock-replies.ts'

/** A new visitor's browser with the built app, and actions that only its driver can do. */
export type Visit = {
  app: AppByNames
  mock: MockProvider
  reload: () => Promise<void>
  /** Another tab at the same address. */
  openSecond: () => Promise<AppByNames>
  /** Closes the first tab, and keeps the second. */
  closeFirst: () => Promise<void>
  /** Waits until the service worker controls the page. */
  untilInstalled: () => Promise<void>
  /** The site's server is down meanwhile. */
  withoutServer: (during: () => Promise<void>) => Promise<void>
}

/** The answer from its first to its last word, once; its figures may follow. */
export const whole = (words: number): RegExp => new RegExp(`^word1 (\\w+ ){${words - 2}}word${words}(\\n|$)`)

/**
 * The main job as tests for every engine except Chromium: the promises hold there, too, and the page names what the
 * engine lacks.
 */
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
