import { describe, expect, it } from 'vitest'
import { type App, eventually } from '../support/app.ts'
import { cases } from '../support/runs.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

/** Overwrites what disk holds of the session that is shown: garbage under the keys of real rows. */
function damage(app: App, store: 'messages' | 'sessions'): Promise<void> {
  return app.page.evaluate(async (name) => {
    const id = location.hash.split('/').at(-1) ?? ''
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('reflexor')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const rows = db.transaction(name, 'readwrite').objectStore(name)
    const garbage = { sessionId: id, epoch: 1, seq: 'soon', content: { deep: [null, 7] }, role: 'oracle', n: 1 }
    await new Promise<void>((resolve, reject) => {
      const request = rows.put(garbage)
      rows.transaction.oncomplete = () => resolve()
      request.onerror = () => reject(request.error)
    })
    db.close()
  }, store)
}

async function twoSessions(): Promise<App> {
  const { app, mock } = scene
  mock.setScript([{ text: 'Noted.' }])
  mock.setNaming((words) => `${words}, as it is called`)
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('A healthy session')
  await app.untilAnswer('Noted.')
  await app.newSession()
  await app.send('A session to be damaged')
  await app.untilAnswer('Noted.')
  await app.untilStatus('Idle')
  // the last thing that is written by itself: what is damaged afterwards stays so
  for (const name of ['A healthy session, as it is called', 'A session to be damaged, as it is called'])
    await app.sessions.getByRole('link', { name }).waitFor()
  return app
}

describe('a corrupted row', () => {
  it.each(cases<'messages' | 'sessions'>(['messages'], ['sessions']))(
    'in "%s": a clear error there, the other session works',
    async (store) => {
      const app = await twoSessions()
      await damage(app, store)
      await app.page.reload()
      // where the person is looking, in words
      await app.page
        .getByRole('main')
        .getByText(/damaged|cannot be (read|opened)|could not be read|unreadable/i)
        .first()
        .waitFor()

      await app.sessions.getByRole('link', { name: 'A healthy session' }).click()
      await eventually(() => app.questionTexts()).toEqual(['A healthy session'])
      await app.untilStatus('Idle')
      await app.send('Still there?')
      await eventually(() => app.questionTexts()).toEqual(['A healthy session', 'Still there?'])
      await eventually(() => scene.mock.journal().length).toBe(3)
      await app.untilStatus('Idle')
      expect(scene.mock.journal()).toHaveLength(3)
    },
  )
})
