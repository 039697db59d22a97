import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerRow, callOf, streamingHead, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const box = () => page.getByRole('textbox', { name: 'Message' })
const send = () => page.getByRole('button', { name: 'Send', exact: true })

it('the text stays in the box until its commit is acknowledged, also over a reload, and goes out with the same id', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  fake.acknowledges = false
  const first = await openPage(fake, '#/session/one')
  await box().fill('Do not lose me')
  await send().click()
  await expect.poll(() => fake.commands().length).toBe(1)
  await expect.element(box()).toHaveValue('Do not lose me')
  first.dispose()

  const next = makeFakeWorker()
  next.addSession('one', [])
  await openPage(next, '#/session/one', true)
  await expect.poll(() => next.commands().length).toBeGreaterThan(0)
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('Do not lose me')
  // sent at the start and again to the writer, always under the id of the first time: so it is there once
  expect(new Set(next.commands().map(({ id }) => id))).toEqual(new Set([fake.commands()[0]?.id]))
  expect(page.getByRole('article', { name: 'You' }).elements()).toHaveLength(1)
  await expect.element(box()).toHaveValue('')
  // neither the draft nor the outbox; that persistence was asked for is remembered, and after a while what was looked
  // at
  const others = ['reflexor:asked-to-keep', 'reflexor:last-session', 'reflexor:looked']
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('reflexor:') && !others.includes(key))
  await expect.poll(kept).toEqual([])
})

it('a message that was on disk late took the focus away from a name that was being written, and half of that was saved', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [], { title: 'First one' })
  fake.acknowledges = false
  await openPage(fake, '#/session/one')
  const sendIt = async (): Promise<() => void> => {
    await box().fill('Hello')
    await send().click()
    await expect.element(page.getByText('Saving…')).toBeVisible()
    const id = fake.commands().at(-1)?.id ?? ''
    return () => fake.send({ type: 'acknowledged', id, outcome: 'committed' })
  }
  const acknowledge = await sendIt()
  const link = page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: 'First one' })
  ;(link.element() as HTMLElement).focus()
  await userEvent.keyboard('{F2}')
  const name = page.getByRole('textbox', { name: 'Session name' })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('Half a')
  acknowledge()
  await expect.element(box()).toHaveValue('')
  await expect.element(name).toHaveFocus()
  expect(fake.commands()).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  // from the button that sent it, it comes back
  const acknowledgeNext = await sendIt()
  expect(box().element()).not.toBe(document.activeElement)
  acknowledgeNext()
  await expect.element(box()).toHaveFocus()
})

it('what is not acknowledged is sent again, with the same id, when the writer changes', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  fake.acknowledges = false
  await openPage(fake, '#/session/one')
  await box().fill('Hello')
  await send().click()
  await expect.poll(() => fake.commands().length).toBe(1)
  fake.acknowledges = true
  fake.send({ type: 'writer-changed', role: 'writer', epoch: 2 })
  await expect.element(box()).toHaveValue('')
  const ids = fake.commands().map((command) => command.id)
  expect(ids).toEqual([ids[0], ids[0]])
})

it('a refused message stays in the box with the reason beside it', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  fake.refusal = 'The queue is full.'
  await openPage(fake, '#/session/one')
  await box().fill('One more')
  await send().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The queue is full.')
  await expect.element(box()).toHaveValue('One more')
  fake.refusal = null
  await send().click()
  await expect.element(box()).toHaveValue('')
})

it('a message of 6 MB is refused beside the composer and kept; that it is no draft is said', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  await openPage(fake, '#/session/one')
  await box().fill('x')
  // over what localStorage takes
  const text = 'x'.repeat(6_000_000)
  const element = box().element() as HTMLTextAreaElement
  element.value = text
  element.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await expect.element(page.getByText('A reload will lose it')).toBeVisible()
  await send().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('too long (6.0 MB, limit 1 MB)')
  expect(element.value.length).toBe(text.length)
  expect(fake.commands()).toEqual([])
})

it('a draft is there again after a reload', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  const first = await openPage(fake, '#/session/one')
  await box().fill('half a thou')
  first.dispose()
  await openPage(fake, '#/session/one', true)
  await expect.element(box()).toHaveValue('half a thou')
})

it('Enter sends, Shift+Enter does not, and neither does Enter inside a composition', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  await openPage(fake, '#/session/one')
  await box().fill('one')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}two')
  await expect.element(box()).toHaveValue('one\ntwo')
  box()
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))
  expect(fake.commands()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => fake.commands().length).toBe(1)
})

it('while it runs: Stop, and the chosen delivery goes with the message', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, '', { status: 'streaming', settledAt: null })], {
    ...streamingHead(1, 1),
    run: { tokens: 0, cost: 0, id: 7 },
  })
  await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('status', { name: 'Status' })).toHaveTextContent(/^Thinking$/)
  await page.getByRole('combobox', { name: 'Delivery' }).selectOptions('Follow up')
  await box().fill('Later')
  await send().click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => fake.commands().length).toBe(2)
  const inputs = fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))
  expect(inputs[0]).toMatchObject({ type: 'user-send-message', delivery: 'follow-up' })
  // a Stop that comes late, or twice, must not stop what another tab began since: it names the run that was shown
  expect(inputs[1]).toEqual({ type: 'user-abort', run: 7 })
  fake.acknowledges = false
  await box().fill('Later still')
  await send().click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => fake.commands().length).toBe(4)
  // behind a message that may begin a run nobody has seen yet, it is for that one too
  expect(fake.commands()[3]?.command).toMatchObject({ input: { type: 'user-abort' } })
  expect(fake.commands()[3]?.command).not.toMatchObject({ input: { run: 7 } })
  for (const { id } of fake.commands().slice(2)) fake.send({ type: 'acknowledged', id, outcome: 'committed' })
  await expect.element(box()).toHaveValue('')
})

it('a queued message can be taken back into the box', async () => {
  const fake = makeFakeWorker()
  const session = fake.addSession('one', [userRow(0, 'Go')])
  session.queue.push({ id: 'q', seq: 5, timestamp: 1, content: [{ type: 'text', text: 'Wait' }], delivery: 'steer' })
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.element(box()).toHaveValue('Wait')
  await expect.element(page.getByRole('list', { name: 'Queued messages' })).not.toBeInTheDocument()
})

it('when only calls wait for the person, one button denies them and sends', async () => {
  const fake = makeFakeWorker()
  const call = callOf('1.0.0', { status: 'pending', started: false })
  fake.addSession(
    'one',
    [userRow(0, 'Go'), answerRow(1, '', { calls: [call], settledAt: null })],
    unsettledHead(1, 1, [call]),
  )
  await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('status', { name: 'Status' })).toHaveTextContent('Waiting for you')
  await box().fill('No, do it otherwise')
  await page.getByRole('button', { name: 'Deny and send' }).click()
  await expect.poll(() => fake.commands().length).toBe(2)
  const inputs = fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))
  expect(inputs[0]).toMatchObject({ type: 'user-decide-tool-call', toolCallId: '1.0.0', decision: 'deny' })
  expect(inputs[1]).toMatchObject({ type: 'user-send-message' })
})

it('storage is full: a message that was not acknowledged is in the box after a reload, and goes out with the same id', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  fake.acknowledges = false
  const first = await openPage(fake, '#/session/one')
  await box().fill('Do not lose me')
  fillStorage()
  await send().click()
  await expect.element(page.getByText('Don’t close this tab')).toBeVisible()
  first.dispose()

  const next = makeFakeWorker()
  next.addSession('one', [])
  await openPage(next, '#/session/one', true)
  await expect.element(box()).toHaveValue('Do not lose me')
  await send().click()
  await expect.element(box()).toHaveValue('')
  expect(next.commands().map(({ id }) => id)).toEqual(fake.commands().map(({ id }) => id))
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith('reflexor:draft:'))).toEqual([])
})

it('a message that another tab has sent leaves the box when that tab hears of its commit', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  fake.acknowledges = false
  await openPage(fake, '#/session/one')
  await box().fill('Hello')
  await send().click()
  await expect.element(page.getByText('Saving…')).toBeVisible()
  // what the other tab does then, the outbox first; the browser tells this one
  const keysOf = (kind: string): string[] =>
    Object.keys(localStorage).filter((key) => key.startsWith(`reflexor:${kind}:`))
  for (const key of [...keysOf('outbox'), ...keysOf('draft')]) {
    const oldValue = localStorage.getItem(key)
    localStorage.removeItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: null, storageArea: localStorage }))
  }
  await expect.element(box()).toHaveValue('')
  await expect.element(page.getByText('Saving…')).not.toBeInTheDocument()
})

/** Leaves no room in localStorage, not even for a few characters. */
function fillStorage(): void {
  let text = ''
  for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      localStorage.setItem('filler', text + 'x'.repeat(size))
      text += 'x'.repeat(size)
    } catch {
      // too much: half of it, perhaps
    }
  }
}

it('what was typed in the last seconds before the browser was killed is gone: it is in the box again, and the words of another tab are offered', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  sessionStorage.clear()
  localStorage.clear()
  localStorage.setItem('reflexor:draft:one', JSON.stringify({ text: 'Plan a', id: 'a', at: 1, tab: 'gone' }))
  fake.drafts.set('one:gone', { tab: 'gone', text: 'Plan a picnic', id: 'b', at: 2 })
  fake.drafts.set('one:other', { tab: 'other', text: 'And a walk', id: 'c', at: 3 })
  await openPage(fake, '#/session/one', true)
  await expect.element(box()).toHaveValue('Plan a picnic')
  const offered = page.getByRole('list', { name: 'Unsent text' })
  await expect.element(offered).toHaveTextContent('And a walk')
  await offered.getByRole('button', { name: 'Add to the box' }).click()
  await expect.element(box()).toHaveValue('Plan a picnic\n\nAnd a walk')
  await expect.element(offered).not.toBeInTheDocument()
  // the rows of tabs that are gone go when this tab's own is stored
  await expect.poll(() => [...fake.drafts.values()].map(({ text }) => text)).toEqual(['Plan a picnic\n\nAnd a walk'])
  await send().click()
  await expect.element(box()).toHaveValue('')
  await expect.poll(() => fake.drafts.size).toBe(0)
})

it('what was kept comes when one has typed already: it is offered, and does not come back at the next reload once it is discarded', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  sessionStorage.clear()
  localStorage.clear()
  localStorage.setItem('reflexor:draft:one', JSON.stringify({ text: 'Plan a', id: 'a', at: 1, tab: 'gone' }))
  fake.drafts.set('one:gone', { tab: 'gone', text: 'Plan a picnic', id: 'b', at: 2 })
  let come = (): void => undefined
  fake.waits.set(
    'list-drafts',
    new Promise<void>((resolve) => {
      come = resolve
    }),
  )
  await openPage(fake, '#/session/one', true)
  await box().fill('Something else')
  come()
  const offered = page.getByRole('list', { name: 'Unsent text' })
  await expect.element(offered).toHaveTextContent('Plan a picnic')
  await expect.element(box()).toHaveValue('Something else')
  expect(fake.drafts.has('one:gone')).toBe(true)
  await offered.getByRole('button', { name: 'Discard' }).click()
  await expect.element(offered).not.toBeInTheDocument()
  await expect.poll(() => [...fake.drafts.values()].map(({ text }) => text)).toEqual(['Something else'])
})

it('what was attached in the last seconds before the browser was killed is gone: it is attached again, and that of another tab is offered by its name', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  sessionStorage.clear()
  localStorage.clear()
  localStorage.setItem('reflexor:draft:one', JSON.stringify({ text: 'Read this', id: 'a', at: 1, tab: 'gone' }))
  const file = (name: string) => ({
    ...{ type: 'document' as const, name, mediaType: 'text/plain', length: 3 },
    ...{ blob: 'a'.repeat(64), words: 'b'.repeat(64) },
  })
  fake.drafts.set('one:gone', { tab: 'gone', text: 'Read this', id: 'b', at: 2, attached: [file('log.txt')] })
  fake.drafts.set('one:other', { tab: 'other', text: '', id: 'c', at: 3, attached: [file('plan.txt')] })
  await openPage(fake, '#/session/one', true)
  const chips = page.getByRole('list', { name: 'Attachments' })
  await expect.element(chips).toHaveTextContent('log.txt')
  await expect.element(box()).toHaveValue('Read this')
  const offered = page.getByRole('list', { name: 'Unsent text' })
  await expect.element(offered).toHaveTextContent('plan.txt')
  await offered.getByRole('button', { name: 'Add to the box' }).click()
  await expect.element(chips).toHaveTextContent('plan.txt')
  await expect.element(chips).toHaveTextContent('log.txt')
  await expect.element(offered).not.toBeInTheDocument()
  const keptNames = () => [...fake.drafts.values()].map(({ attached }) => attached?.map(({ name }) => name))
  await expect.poll(keptNames).toEqual([['log.txt', 'plan.txt']])
})

it('of a document that was cut the chip said as many characters as if that were all of it', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  sessionStorage.clear()
  localStorage.clear()
  const file = (name: string, length: number) => ({
    ...{ type: 'document' as const, name, mediaType: 'application/pdf', length, pages: 9 },
    ...{ blob: 'a'.repeat(64), words: 'b'.repeat(64) },
  })
  const attached = [file('long.pdf', 200_080), file('full.pdf', 200_000)]
  localStorage.setItem('reflexor:draft:one', JSON.stringify({ text: 'Read', id: 'a', at: 1, tab: 'gone' }))
  fake.drafts.set('one:gone', { tab: 'gone', text: 'Read', id: 'b', at: 2, attached })
  await openPage(fake, '#/session/one', true)
  const chips = page.getByRole('list', { name: 'Attachments' })
  await expect.element(chips).toHaveTextContent('9 pages, as text, only the first 200,000 characters')
  await expect.element(chips).toHaveTextContent('9 pages, 200,000 characters')
})

it('a file that was copied in the Finder was pasted as its name, with nothing attached', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  await openPage(fake, '#/session/one')
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File(['Tail first.'], 'kite.txt', { type: 'text/plain' }))
  clipboardData.setData('text/plain', 'kite.txt')
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  await expect.element(box()).toBeVisible()
  box().element().dispatchEvent(event)
  // else the browser writes the name
  expect(event.defaultPrevented).toBe(true)
  await expect.element(page.getByRole('button', { name: 'Remove kite.txt' })).toBeVisible()
})

it('files that were dropped or pasted while a message was on its way were gone: they go with the next one', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  fake.acknowledges = false
  await openPage(fake, '#/session/one')
  await box().fill('On its way')
  await send().click()
  await expect.poll(() => fake.commands().length).toBe(1)
  const take = (type: 'drop' | 'paste', name: string): boolean => {
    const data = new DataTransfer()
    data.items.add(new File([name], name, { type: 'text/plain' }))
    const init = { bubbles: true, cancelable: true }
    const event =
      type === 'drop'
        ? new DragEvent(type, { ...init, dataTransfer: data })
        : new ClipboardEvent(type, { ...init, clipboardData: data })
    return box().element().dispatchEvent(event)
  }
  expect(take('drop', 'one.txt')).toBe(false)
  expect(take('paste', 'two.txt')).toBe(false)
  const chips = page.getByRole('list', { name: 'Attachments' })
  await expect.element(chips).toHaveTextContent('two.txtFor the next message')
  expect(page.getByRole('button', { name: 'Remove one.txt' }).elements()).toHaveLength(0)
  fake.send({ type: 'acknowledged', id: fake.commands()[0]?.id ?? '', outcome: 'committed' })
  await expect.element(page.getByRole('button', { name: 'Remove one.txt' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Remove two.txt' })).toBeVisible()
  expect(chips.getByRole('listitem').elements()).toHaveLength(2)
  await expect.element(box()).toHaveValue('')
})
