import { castDraft } from 'mutative'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AttachedBlock } from '../../../src/agent/content.ts'
import type { QueuedMessage } from '../../../src/agent/message.ts'
import { MOST_FILES } from '../../../src/ui/conversation/composer/attachments/most-files.ts'
import { answerRow, streamingHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/** What the tab keeps besides its own name. */
const wordsKept = (): string[] => Object.keys(sessionStorage).filter((key) => key !== 'reflexor:tab')

const box = () => page.getByRole('textbox', { name: 'Message', exact: true })
const edit = () => page.getByRole('textbox', { name: 'Queued message' })
const takeBack = () => page.getByRole('button', { name: 'Remove', exact: true })
const queue = () => page.getByRole('list', { name: 'Queued messages' })

const waiting = (text: string): QueuedMessage => ({
  id: 'q',
  seq: 5,
  timestamp: 1,
  content: [{ type: 'text', text }],
  delivery: 'steer',
})
const file = (name: string): AttachedBlock => ({
  ...{ type: 'document', name, mediaType: 'text/plain', length: 3 },
  ...{ blob: 'a'.repeat(64), words: 'b'.repeat(64) },
})
/** A session that is at work, with one message waiting. */
function withQueued(text = 'Check the tests'): FakeWorker {
  const fake = makeFakeWorker()
  const working = answerRow(1, '', { status: 'streaming', settledAt: null })
  fake.addSession('one', [userRow(0, 'Go'), working], streamingHead(1, 1)).queue.push(castDraft(waiting(text)))
  return fake
}
/** What a commit does when the run reaches the message. */
function reach(fake: FakeWorker, text = 'Check the tests'): void {
  const session = fake.sessions.get('one')
  if (session) session.queue = []
  const sent = { ...userRow(2, text), id: 'q' }
  fake.commit('one', { messages: [sent], delta: { queue: { put: [], drop: ['q'] } } })
}
async function beginEdit(text: string): Promise<void> {
  await queue().getByRole('button', { name: 'Edit', exact: true }).click()
  await edit().fill(text)
}

it('a message taken back while the box holds text is destroyed', async () => {
  await openPage(withQueued(), '#/session/one')
  await box().fill('half a thou')
  await takeBack().click()
  await expect.element(box()).toHaveValue('Check the tests\n\nhalf a thou')
  await expect.element(queue()).not.toBeInTheDocument()
})

it('many messages that waited pushed the box, Send and Stop off a small screen', async () => {
  const fake = withQueued()
  const more = Array.from({ length: 31 }, (_, n) => ({ ...castDraft(waiting(`Step ${n}`)), id: `q${n}` }))
  fake.sessions.get('one')?.queue.push(...more)
  await openPage(fake, '#/session/one')
  await expect.element(queue()).toBeVisible()
  const below = (name: string): number =>
    page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().bottom - innerHeight
  // a phone, and a window at 200 %
  for (const [width, height] of [
    [390, 700],
    [640, 360],
  ] as const) {
    await page.viewport(width, height)
    await expect.poll(() => innerHeight).toBe(height)
    await expect.poll(() => Math.max(below('Send'), below('Stop'))).toBeLessThanOrEqual(0)
  }
  await takeBack().last().click()
  await expect.element(box()).toHaveValue('Step 30')
})

it('a message taken back lost its files, and one of files alone went whole', async () => {
  const fake = withQueued()
  const attached = [file('log.txt'), file('plan.txt')]
  fake.sessions
    .get('one')
    ?.queue.splice(
      0,
      1,
      { ...waiting(''), content: attached.slice(0, 1) },
      { ...waiting('Read this'), id: 'r', content: [...attached.slice(1), { type: 'text', text: 'Read this' }] },
    )
  await openPage(fake, '#/session/one')
  const keptNames = () => [...fake.drafts.values()].map((draft) => draft.attached?.map(({ name }) => name))
  await takeBack().last().click()
  await expect.element(box()).toHaveValue('Read this')
  await expect.element(page.getByRole('button', { name: 'Remove plan.txt' })).toBeVisible()
  await takeBack().click()
  await expect.element(page.getByRole('button', { name: 'Remove log.txt' })).toBeVisible()
  await expect.element(queue()).not.toBeInTheDocument()
  await expect.element(box()).toHaveValue('Read this')
  expect(keptNames()).toEqual([['log.txt', 'plan.txt']])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect
    .poll(() => fake.commands().at(-1))
    .toMatchObject({
      command: { input: { content: [{ name: 'log.txt' }, { name: 'plan.txt' }, { text: 'Read this' }] } },
    })
})

it('a message whose files do not fit beside those of the box waits until they do', async () => {
  const fake = withQueued()
  const many = Array.from({ length: MOST_FILES }, (_, n) => file(`${n}.txt`))
  fake.sessions
    .get('one')
    ?.queue.splice(0, 1, { ...waiting(''), content: many }, { ...waiting(''), id: 'r', content: [file('plan.txt')] })
  await openPage(fake, '#/session/one')
  await takeBack().first().click()
  await expect.element(takeBack()).toBeDisabled()
  await expect.element(queue()).toHaveTextContent('At most 20 files per message.')
  await page.getByRole('button', { name: 'Remove 7.txt' }).click()
  await expect.element(takeBack()).toBeEnabled()
})

it('a message cannot be taken back into a box whose own message is on its way', async () => {
  const fake = withQueued()
  fake.acknowledges = false
  await openPage(fake, '#/session/one')
  await box().fill('On its way')
  await expect.element(takeBack()).toBeEnabled()
  await userEvent.keyboard('{Enter}')
  await expect.element(takeBack()).toBeDisabled()
})

it('an edit of a queued message vanishes without a word when the run reaches that message', async () => {
  const fake = withQueued()
  await openPage(fake, '#/session/one')
  await box().fill('half a thou')
  await beginEdit('Check the types')
  reach(fake)
  await expect.element(box()).toHaveValue('half a thou\n\nCheck the types')
  await expect
    .element(page.getByRole('status').getByText('This message was sent before your change. Your change is in the box.'))
    .toBeVisible()
  // whoever was typing goes on there
  await expect.element(box()).toHaveFocus()
  await box().fill('Check the types')
  await expect.element(page.getByText('Your change is in the box')).not.toBeInTheDocument()
})

it('an edit of a queued message vanishes when another tab takes the message back', async () => {
  const fake = withQueued()
  await openPage(fake, '#/session/one')
  await beginEdit('Check the types')
  fake.commit('one', { delta: { queue: { put: [], drop: ['q'] } } })
  await expect.element(box()).toHaveValue('Check the types')
  await expect.element(page.getByText('This message is no longer queued. Your change')).toBeVisible()
})

it('a change that was saved and came too late for the run is lost', async () => {
  const fake = withQueued()
  await openPage(fake, '#/session/one')
  await beginEdit('Check the types')
  fake.acknowledges = false
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(edit()).not.toBeInTheDocument()
  reach(fake)
  await expect.element(box()).toHaveValue('Check the types')
})

it('a change that applied, or was none, does not come into the box', async () => {
  const fake = withQueued()
  await openPage(fake, '#/session/one')
  await beginEdit('Check the types')
  await userEvent.keyboard('{Enter}')
  await expect.element(queue()).toHaveTextContent('Check the types')
  await queue().getByRole('button', { name: 'Edit', exact: true }).click()
  await expect.element(edit()).toHaveValue('Check the types')
  await edit().fill(' ')
  await expect.element(queue().getByRole('button', { name: 'Save' })).toBeDisabled()
  await edit().fill('Check the types')
  reach(fake, 'Check the types')
  await expect.element(queue()).not.toBeInTheDocument()
  await expect.element(box()).toHaveValue('')
  await expect.poll(wordsKept).toEqual([])
})

it('an edit of a queued message is lost over a reload', async () => {
  const first = await openPage(withQueued(), '#/session/one')
  await beginEdit('Check the types')
  first.dispose()
  const second = await openPage(withQueued(), '#/session/one', true)
  await expect.element(edit()).toHaveValue('Check the types')
  second.dispose()
  // the run went on meanwhile
  const fake = withQueued()
  reach(fake)
  await openPage(fake, '#/session/one', true)
  await expect.element(box()).toHaveValue('Check the types')
  await expect.element(page.getByText('This message was sent before your change.')).toBeVisible()
})

it('an edit waits for the box while its own message is on its way', async () => {
  const fake = withQueued()
  await openPage(fake, '#/session/one')
  await beginEdit('Check the types')
  fake.acknowledges = false
  await box().fill('On its way')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => fake.commands().length).toBe(1)
  reach(fake)
  await expect.element(queue()).not.toBeInTheDocument()
  await expect.element(box()).toHaveValue('On its way')
  fake.send({ type: 'acknowledged', id: fake.commands()[0]?.id ?? '', outcome: 'committed' })
  await expect.element(box()).toHaveValue('Check the types')
})

it('a message that was on disk late took the focus away from a queued one that was being edited', async () => {
  const fake = withQueued()
  fake.acknowledges = false
  await openPage(fake, '#/session/one')
  await box().fill('And the docs')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => fake.commands().length).toBe(1)
  await beginEdit('Check the te')
  fake.send({ type: 'acknowledged', id: fake.commands()[0]?.id ?? '', outcome: 'committed' })
  await expect.element(box()).toHaveValue('')
  await expect.element(edit()).toHaveFocus()
})

it('an edit stays with its message while another session is shown', async () => {
  const fake = withQueued()
  fake.addSession('two', [userRow(0, 'Other')])
  await openPage(fake, '#/session/one')
  await beginEdit('Check the types')
  location.hash = '#/session/two'
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('Other')
  await expect.element(box()).toHaveValue('')
  location.hash = '#/session/one'
  await expect.element(edit()).toHaveValue('Check the types')
  await expect.element(box()).toHaveValue('')
})

it('an edit of a queued message that ended left the focus nowhere, and Escape that closed an input method threw it away', async () => {
  await openPage(withQueued(), '#/session/one')
  const begin = queue().getByRole('button', { name: 'Edit', exact: true })
  await beginEdit('Check the te')
  // as macOS reports the key that closes the list of candidates
  edit()
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, isComposing: true }))
  await expect.element(edit()).toHaveValue('Check the te')
  for (const end of ['{Escape}', '{Enter}']) {
    await userEvent.keyboard(end)
    await expect.element(begin).toHaveFocus()
    await beginEdit('Check all tests')
  }
  await queue().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(begin).toHaveFocus()
})
