import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

it('a long reason in the status covers neither the model nor the thinking level', async () => {
  const failure = {
    kind: 'bad-key' as const,
    message: 'The provider refused the API key. It said: invalid api key (HTTP 401)',
  }
  const fake = makeFakeWorker()
  const rows = [userRow(0, 'Go'), answerRow(1, '', { status: 'failed', failure })]
  fake.addSession('one', rows, {
    hold: { kind: 'failed', failure },
    title: 'A title that is long enough to need all the room there is',
  })
  await openPage(fake, '#/session/one')
  const status = page.getByRole('status', { name: 'Status', exact: true })
  await expect.element(status).toHaveTextContent('Failed: The provider refused')
  await expect.element(page.getByRole('button', { name: /^Model of this session/ })).toBeVisible()
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.viewport(width, height)
    const edge = status.element().getBoundingClientRect().left
    const chosen = [...document.querySelectorAll('.top-title :is(h1, select, button)')]
    expect(chosen.length).toBeGreaterThan(1)
    for (const element of chosen) {
      const { right } = element.getBoundingClientRect()
      expect(right, `${width}: ${element.textContent}`).toBeLessThanOrEqual(edge)
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
})
