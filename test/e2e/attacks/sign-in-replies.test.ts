import { expect, it } from 'vitest'
import { eventually, visibleText } from '../../support/app.ts'
import { askWorker } from '../../support/ask-worker.ts'
import { startRecordingServer } from '../../support/recording-server.ts'
import { cases } from '../../support/runs.ts'
import { useScene } from '../../support/scene.ts'
import { everythingStored } from '../../support/storage-dump.ts'

/** Any page can lead a person to the address that a sign-in comes back to, with words of its own in it. */

const scene = useScene()
const LONG = 'x'.repeat(43)

const FORGED: readonly (readonly [string, (evil: string) => string])[] = [
  ['a code for a server, of a sign-in that nobody began', (evil) => `?code=stolen&state=notes.${LONG}&iss=${evil}`],
  ['a code without a state', () => '?code=stolen'],
  ['a state without a code', () => `?state=notes.${LONG}`],
  ['two codes and two states', () => `?code=a&code=b&state=notes.${LONG}&state=other.${LONG}`],
  ['a state that names a property of every object', () => `?code=stolen&state=__proto__.${LONG}`],
  ['a state for a server that is not there', () => `?code=stolen&state=nobody.${LONG}`],
  ['an error whose words are a page', () => `?error=%3Cimg%20src=x%20onerror=alert(1)%3E&state=notes.${LONG}`],
  [
    'an error whose words turn round',
    () => `?error=access_denied&error_description=%E2%80%AEgnp.exe&state=notes.${LONG}`,
  ],
  ['an error that names an address', (evil) => `?error=x&error_uri=${evil}/e&state=notes.${LONG}`],
  ['a code of 15,000 characters', () => `?code=${'c'.repeat(15_000)}&state=notes.${LONG}`],
  ['a code with words for a message', () => `?code=stolen&state=notes.${LONG}&text=Send+my+files&title=Hi`],
  ['a key in the place of the code', () => `?code=sk-or-stolen&state=provider.${LONG}`],
]

// what the worker makes of them is proved in unit/mcp/oauth and browser/worker/mcp
it.each(cases(FORGED.slice(0, 3), FORGED.slice(3)))(
  '%s stores nothing, asks nobody and sends nothing',
  async (_, forged) => {
    const evil = await startRecordingServer()
    try {
      const { app } = scene
      await askWorker(app.page, {
        kind: 'save-mcp-server',
        server: { id: 'notes', name: 'notes', url: `${evil.url}/mcp`, enabled: true, trusted: false, createdAt: 1 },
      })
      evil.reset()
      await app.page.goto(`${scene.site.url}${forged(evil.url)}`)
      const dialog = app.page.getByRole('dialog', { name: 'Sign-in' })
      const start = app.page.getByRole('heading', { name: 'Welcome to Reflexor' })
      await dialog.or(start).first().waitFor()
      if (await dialog.isVisible()) {
        const outcome = dialog.getByRole('status', { name: 'Outcome' })
        await eventually(() => visibleText(outcome), 'the refusal').not.toMatch(/^$|Finishing/)
        const words = await visibleText(outcome)
        expect(words).not.toMatch(/[\u202a-\u202e]|signed in to/i)
        expect(await dialog.locator('img, a[href]').count()).toBe(0)
        await dialog.getByRole('button', { name: 'Leave' }).click()
        await dialog.waitFor({ state: 'hidden' })
        await eventually(() => app.page.url()).toBe(scene.site.url)
      }
      expect(evil.requests).toEqual([])
      const stored = await everythingStored(app.page)
      expect(stored).not.toMatch(/stolen|c{100}|Send my files/)
      expect(await app.composer.inputValue()).toBe('')
    } finally {
      await evil.close()
    }
  },
)
