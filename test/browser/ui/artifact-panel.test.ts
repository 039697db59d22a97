import axe from 'axe-core'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Answer } from '../../../src/agent/message.ts'
import { answerRow, callOf, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const sha = (n: number): string => n.toString(16).padStart(64, '0')
/** An answer in row `n` that shows the page with content `blob`. */
function showing(fake: FakeWorker, n: number, blob: number, text: string, path = 'page.html'): Answer {
  fake.blobs.set(sha(blob), new TextEncoder().encode(text))
  const details = { shape: 'artifact' as const, path, blob: sha(blob), title: `Page ${blob}` }
  const result = { kind: 'ok' as const, content: [], details, terminate: false, timestamp: n }
  return answerRow(n, '', {
    calls: [callOf(`${n}.0.0`, { name: 'show_artifact', result })],
  })
}
function withTwo(): FakeWorker {
  const fake = makeFakeWorker()
  fake.addSession('one', [
    userRow(0, 'Show me'),
    showing(fake, 1, 1, '<h1>First</h1>'),
    userRow(2, 'Again'),
    showing(fake, 3, 2, '<h1>Second</h1><script>1</script>'),
  ])
  fake.addSession('two', [userRow(0, 'Other')])
  const file = { path: 'page.html', blob: sha(2), size: 1, mediaType: 'text/html', seq: 1, timestamp: 1 }
  for (const { files } of fake.sessions.values()) files.push({ ...file })
  return fake
}
const panel = page.getByRole('region', { name: 'Artifact', exact: true })
const files = page.getByRole('region', { name: 'Files', exact: true })
const card = (title: string) => page.getByRole('figure', { name: `Artifact: ${title}` })
const open = (title: string) => card(title).getByRole('button', { name: 'Open in panel' }).click()
const button = (name: string) => panel.getByRole('button', { name, exact: true })
const view = (name: string) => panel.getByRole('radio', { name, exact: true })

it('an artifact takes the place of the files, its versions are gone through, and what is newer is followed from the newest alone', async () => {
  const fake = withTwo()
  await openPage(fake, '#/session/one')
  await expect.element(files).toBeVisible()
  await open('Page 1')
  await expect.element(panel.getByText('Version 1 of 2')).toBeVisible()
  await expect.element(panel.getByRole('heading', { name: 'Page 1' })).toBeVisible()
  await expect.element(files).not.toBeInTheDocument()
  await button('Next version').click()
  await expect.element(panel.getByText('Version 2 of 2')).toBeVisible()
  await expect.element(panel.getByRole('heading', { name: 'Page 2' })).toBeVisible()

  fake.commit('one', { messages: [showing(fake, 4, 3, '<h1>Third</h1>')] })
  await expect.element(panel.getByText('Version 3 of 3')).toBeVisible()
  await button('Previous version').click()
  fake.commit('one', { messages: [showing(fake, 5, 4, '<h1>Fourth</h1>')] })
  await expect.element(panel.getByText('Version 2 of 4')).toBeVisible()
  await button('Newer version').click()
  await expect.element(panel.getByText('Version 4 of 4')).toBeVisible()

  // what is shown once more unchanged is no other version
  fake.commit('one', { messages: [showing(fake, 6, 4, '<h1>Fourth</h1>')] })
  fake.commit('one', { messages: [showing(fake, 7, 5, '<h1>Fifth</h1>')] })
  await expect.element(panel.getByText('Version 5 of 5')).toBeVisible()
})

it('its source stands alone or beside it and can be saved; after a reload it is as it was, in its session alone', async () => {
  const fake = withTwo()
  const first = await openPage(fake, '#/session/one')
  await open('Page 1')
  await view('Both').click()
  await expect.element(panel.getByText('<h1>First</h1>')).toBeVisible()
  await expect.element(button('Wrap')).toBeVisible()
  await expect.element(button('Line numbers')).toBeVisible()
  await button('Save to files').click()
  await expect.element(page.getByRole('textbox', { name: 'File name' })).toHaveValue('page.html')
  await userEvent.keyboard('{Escape}')
  await view('Source').click()
  first.dispose()

  await openPage(fake, '#/session/one', true)
  await expect.element(panel.getByText('Version 1 of 2')).toBeVisible()
  await expect.element(view('Source')).toBeChecked()
  await expect.element(panel.getByText('<h1>First</h1>')).toBeVisible()
  location.hash = '#/session/two'
  await expect.element(files).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
  location.hash = '#/session/one'
  await expect.element(panel.getByText('Version 1 of 2')).toBeVisible()
})

it('the focus goes into the panel and back to the card; Escape closes it, and the files are there again', async () => {
  await openPage(withTwo(), '#/session/one')
  await open('Page 2')
  await expect.element(panel).toHaveFocus()
  await expect.element(panel.getByText('Version 2 of 2')).toBeVisible()
  const { violations } = await axe.run(panel.element())
  expect(violations.map(({ id }) => id)).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(card('Page 2').getByRole('button', { name: 'Open in panel' })).toHaveFocus()
  await expect.element(files).toBeVisible()
})

it('who let the scripts of a page run by key lost the focus to the body: it goes to the question, and back to the button', async () => {
  await openPage(withTwo(), '#/session/one')
  await open('Page 2')
  const question = panel.getByRole('group', { name: 'Run the scripts of this artifact?' })
  // the second button; the first button
  for (const answer of ['{Tab}{Tab}{Enter}', '{Tab}{Enter}']) {
    await expect.element(button('Run scripts')).toBeVisible()
    ;(button('Run scripts').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(question).toHaveFocus()
    await expect
      .element(question.getByRole('button', { name: 'Run scripts' }))
      .toHaveAttribute('aria-disabled', 'false')
    await userEvent.keyboard(answer)
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(panel.getByRole('button', { name: /^(Run|Stop) scripts$/ })).toHaveFocus()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

it('on a phone it is all of the screen, and what is under it cannot be reached', async () => {
  await openPage(withTwo(), '#/session/one')
  await page.viewport(390, 844)
  await open('Page 2')
  await expect.element(panel.getByText('Version 2 of 2')).toBeVisible()
  const { left, top, width, height } = panel.element().getBoundingClientRect()
  expect([left, top, width, height]).toEqual([0, 0, 390, 844])
  expect(document.getElementById('main')?.inert).toBe(true)
  await expect.element(view('Both')).not.toBeInTheDocument()
  await button('Close artifact').click()
  await expect.element(panel).not.toBeInTheDocument()
  expect(document.getElementById('main')?.inert).toBe(false)
  await expect.element(card('Page 2').getByRole('button', { name: 'Open in panel' })).toHaveFocus()
})

it('its file is seen in the files, which come in its place', async () => {
  await openPage(withTwo(), '#/session/one')
  await open('Page 2')
  await button('Open in files').click()
  await expect.element(files).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})

it('the word that lets scripts run is asked for once for an artifact in its session, whatever it becomes later', async () => {
  const { allowRun, mayRun } = await import('../../../src/ui/files/artifacts/consent.ts')
  localStorage.clear()
  const first = { sessionId: 'one', path: 'page.html' }
  expect(mayRun(first)).toBe(false)
  allowRun(first)
  const others = [first, { ...first, sessionId: 'two' }, { ...first, path: 'b.html' }]
  expect(others.map(mayRun)).toEqual([true, false, false])
})
