import { expect, it, onTestFinished } from 'vitest'
import { cdp, type Locator, page, userEvent } from 'vitest/browser'
import { answerRow, callOf, manyRows, streamingHead, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/** What had no room on a phone. */

const PATH = `notes/${'a-long-way/'.repeat(6)}prices-of-all-kites.csv`
const file = { size: 12, mediaType: 'text/csv', seq: 1, timestamp: 1 }
const command = async (words: string): Promise<void> => {
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Command', exact: true }).fill(words)
  await page.getByRole('option', { name: words, exact: true }).click()
}
/** How far it reaches beyond the edges of the screen. */
const beyond = (locator: Locator): number => {
  const { left, right } = locator.element().getBoundingClientRect()
  return Math.max(0, -left, right - innerWidth)
}

it('a long name of a file pushed the buttons of the replay, and of a result, off the screen', async () => {
  const fake = makeFakeWorker()
  const call = callOf('3.0.0', {
    name: 'write_file',
    args: JSON.stringify({ path: PATH, content: 'x' }),
    result: {
      ...{ kind: 'ok', content: [{ type: 'text', text: 'Created.' }], terminate: false, timestamp: 1 },
      details: { shape: 'file', path: PATH },
    },
  })
  const session = fake.addSession('one', [...manyRows(2), userRow(2, 'Go'), answerRow(3, '', { calls: [call] })])
  session.files = [{ path: PATH, blob: 'a'.repeat(64), ...file }]
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  const card = page.getByRole('group', { name: 'Tool call: write_file' })
  await card.getByText('Wrote').click()
  const result = card.getByRole('button', { name: PATH })
  await expect.element(result).toBeVisible()
  expect(beyond(result)).toBe(0)

  await command('Replay this session')
  const bar = page.getByRole('region', { name: 'Replay' })
  await bar.getByText('1 file at that time').click()
  await expect.element(bar.getByRole('button', { name: PATH })).toBeVisible()
  for (const button of bar.getByRole('button').all()) expect(beyond(button)).toBe(0)
  expect(beyond(bar.getByRole('slider'))).toBe(0)
})

it('a long name of a server’s tool pushed "Needs approval" out of its card', async () => {
  const fake = makeFakeWorker()
  const name = 'everything__trigger-elicitation-request-of-the-server'
  const call = callOf('1.0.0', { name, status: 'pending', started: false, args: '{}' })
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'May I?', { calls: [call], settledAt: null })])
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  const card = page.getByRole('group', { name: `Tool call: ${name}` })
  await expect.element(card.getByText('No arguments.')).toBeVisible()
  const state = card.getByText('Needs approval', { exact: true })
  await expect.element(state).toBeVisible()
  expect(beyond(state)).toBe(0)
  expect(card.element().scrollWidth).toBeLessThanOrEqual(card.element().clientWidth)
})

it('the tab of the settings that was opened was cut off, and the system prompt of a session was one line high', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  for (const name of ['Prompts', 'About', 'Models']) {
    await command(`Settings: ${name}`)
    const tab = page.getByRole('tab', { name, exact: true })
    await expect.poll(() => beyond(tab)).toBe(0)
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close', exact: true }).click()
  }
  await command('Session options')
  const prompt = page.getByRole('textbox', { name: 'System prompt' })
  await expect.element(prompt).toBeVisible()
  expect(prompt.element().getBoundingClientRect().height).toBeGreaterThan(100)
})

it('the past, the words looked for and a message that were asked for from the drawer stood beneath it', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [...manyRows(6), userRow(6, 'needle')])
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  const sessions = page.getByRole('navigation', { name: 'Sessions' })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Show sessions' }).click()
    await expect.element(sessions).toBeVisible()
  }

  await open()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Inspect' }).click()
  await dialog('Inspector').getByRole('button', { name: 'Previous version' }).click()
  await expect.element(dialog('Inspector').getByText('Past', { exact: true })).toBeVisible()
  await dialog('Inspector').getByRole('button', { name: 'Show in the conversation' }).click()
  await expect.element(page.getByRole('region', { name: 'Replay' })).toBeVisible()
  await expect.element(sessions).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Back to now' }).click()

  await open()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await dialog('Search').getByRole('searchbox').fill('needle')
  await dialog('Search').getByRole('link', { name: 'needle' }).click()
  await expect.element(sessions).not.toBeInTheDocument()

  await open()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await dialog('Search').getByRole('searchbox').fill('needle')
  await dialog('Search').getByRole('button', { name: 'This session' }).click()
  await expect.element(page.getByRole('search', { name: 'Find in this session' })).toBeVisible()
  await expect.element(sessions).not.toBeInTheDocument()
})

it('the session that is open was pressed in the drawer, and the drawer stayed', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  await page.getByRole('button', { name: 'Show sessions' }).click()
  const sessions = page.getByRole('navigation', { name: 'Sessions' })
  await sessions.getByRole('link').first().click()
  await expect.element(sessions).not.toBeInTheDocument()
})

it.each([
  ['on a phone', 390],
  ['in a small window', 820],
])('%s a notice covered "New session"', async (_, width) => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  fake.addSession('two', manyRows(2), { title: `To be deleted, and called by ${'more and '.repeat(8)}more words` })
  await openPage(fake, '#/session/one')
  await page.viewport(width, 844)
  if (width < 800) await page.getByRole('button', { name: 'Show sessions' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'To be deleted' })
  await expect.element(row).toBeVisible()
  await row.hover()
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const undo = page.getByRole('status', { name: 'Notice' }).getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeVisible()
  expect(beyond(undo)).toBe(0)
  /** Those of which a part lies beneath something else. */
  const covered = (): string[] =>
    ['New session', 'Settings', 'Search'].filter((name) => {
      const button = page.getByRole('button', { name, exact: true }).element()
      const { left, right, top, bottom } = button.getBoundingClientRect()
      return [left + 4, (left + right) / 2, right - 4].some(
        (x) => !button.contains(document.elementFromPoint(x, (top + bottom) / 2)),
      )
    })
  await expect.poll(covered).toEqual([])
  await expect.element(undo).toBeVisible()
})

it.each([
  ['Activity', 'Activity'],
  ['Keyboard shortcuts', 'Shortcuts'],
])('%s did not fill the screen of a phone', async (words, name) => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Command', exact: true }).fill(words)
  await expect.element(page.getByRole('option', { name: words }).first()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name })
  await expect.element(dialog).toBeVisible()
  const { width, height } = dialog.element().getBoundingClientRect()
  expect([width, height]).toEqual([390, 844])
})

const touch = (enabled: boolean): Promise<unknown> =>
  (cdp() as unknown as { send: (method: string, how: object) => Promise<unknown> }).send(
    'Emulation.setTouchEmulationEnabled',
    { enabled },
  )
async function touched(during: () => Promise<void>): Promise<void> {
  await touch(true)
  try {
    await during()
  } finally {
    await touch(false)
  }
}

it('on small phones Send stood below Stop, at the left, while a run went on', async () => {
  await touched(async () => {
    const fake = makeFakeWorker()
    fake.addSession('one', manyRows(2))
    await openPage(fake, '#/session/one')
    fake.commit('one', {
      head: streamingHead(2, 9),
      messages: [answerRow(2, 'More', { status: 'streaming', cut: 9, settledAt: null })],
    })
    const send = page.getByRole('button', { name: 'Send' })
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    await expect.element(stop).toBeVisible()
    expect(matchMedia('(pointer: coarse)').matches).toBe(true)
    for (const width of [430, 390, 375, 360, 320]) {
      await page.viewport(width, 700)
      const [bar, sent, stopped] = [send.element().parentElement as Element, send.element(), stop.element()].map(
        (element) => element.getBoundingClientRect(),
      ) as [DOMRect, DOMRect, DOMRect]
      expect(stopped.top, `at ${width}`).toBe(sent.top)
      expect(bar.right - sent.right, `at ${width}`).toBeLessThan(20)
    }
  })
})

it('on a phone Enter sent what was half written, and nothing said what the delivery does', async () => {
  await touched(async () => {
    const fake = makeFakeWorker()
    fake.addSession('one', manyRows(2))
    await openPage(fake, '#/session/one')
    await page.viewport(390, 844)
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.click()
    await userEvent.keyboard('First line{Enter}second line')
    await expect.element(box).toHaveValue('First line\nsecond line')
    fake.commit('one', {
      head: streamingHead(2, 9),
      messages: [answerRow(2, 'More', { status: 'streaming', cut: 9, settledAt: null })],
    })
    const words = page.getByText('The model reads it before its next step.')
    await expect.element(words).toBeVisible()
    // in a line of its own
    const dictate = page.getByRole('button', { name: 'Dictate' })
    await expect.element(dictate).toBeVisible()
    const below = words.element().getBoundingClientRect().bottom
    expect(dictate.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(below)
    await page.getByRole('combobox', { name: 'Delivery' }).selectOptions('interrupt')
    await expect.element(page.getByText('Stops this run and sends your message.')).toBeVisible()
    // a keyboard that has Ctrl sends
    await box.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect
      .poll(() => fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : [])))
      .toMatchObject([
        { type: 'user-send-message', content: [{ text: 'First line\nsecond line' }], delivery: 'interrupt' },
      ])
  })
})

it('the back key of a phone left the page while the sessions lay over it: it closes them', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')])
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  const sessions = page.getByRole('button', { name: 'Show sessions' })
  await userEvent.click(sessions)
  const first = page.getByRole('navigation', { name: 'Sessions' }).getByRole('link')
  await expect.element(first).toBeInViewport()
  // Escape and that key are one request to close: no listener for a key hears of the other
  document.addEventListener('keydown', stop, true)
  await userEvent.keyboard('{Escape}')
  document.removeEventListener('keydown', stop, true)
  await expect.element(first).not.toBeInTheDocument()
  await expect.element(sessions).toHaveFocus()
})

/** No listener of the page hears of the key; the browser still takes it as a request to close. */
const stop = (event: Event): void => event.stopImmediatePropagation()

it('buttons of a message lay over what is below it on a phone: a menu is in the gap, a long press brings two buttons beside it, and nothing moves', async () => {
  await touched(async () => {
    const fake = makeFakeWorker()
    const rows = [userRow(0, 'One'), answerRow(1, 'Two'), userRow(2, 'Three'), answerRow(3, 'Four'), userRow(4, 'Five')]
    fake.addSession('one', rows)
    await openPage(fake, '#/session/one')
    await page.viewport(390, 844)
    const second = page.getByRole('article').nth(1)
    const more = second.getByRole('button', { name: 'More', exact: true })
    await expect.element(more).toBeVisible()
    const places = () =>
      [...document.querySelectorAll('article')].map((article) =>
        (article.querySelector('.bubble') ?? article.querySelector('.markdown') ?? article).getBoundingClientRect(),
      )
    const gaps = () => {
      const all = places()
      return all.slice(1).map(({ top }, n) => top - (all[n]?.bottom ?? 0))
    }
    for (const gap of gaps()) {
      expect(gap).toBeGreaterThan(28)
      expect(gap).toBeLessThan(56)
    }
    const inGap = (button: Locator): void => {
      const { top, bottom, height } = button.element().getBoundingClientRect()
      expect(top).toBeGreaterThanOrEqual((places()[1]?.bottom ?? 0) - 1)
      expect(bottom).toBeLessThanOrEqual((places()[2]?.top ?? 0) + 1)
      expect(height).toBeGreaterThan(32)
    }
    inGap(more)
    const copy = second.getByRole('button', { name: 'Copy', exact: true })
    await expect.element(copy).not.toBeInTheDocument()
    const before = places().map(({ top }) => top)
    const press = () => {
      for (const type of ['pointerup', 'pointerdown'])
        second
          .getByText('Two')
          .element()
          .dispatchEvent(new PointerEvent(type, { pointerType: 'touch', bubbles: true }))
      return copy.elements().length
    }
    // it listens as soon as the tools of the conversation have come
    await expect.poll(press, { interval: 1000 }).toBe(1)
    inGap(copy)
    expect(places().map(({ top }) => top)).toEqual(before)
    // the menu has them, too
    await more.click()
    for (const name of ['Copy', 'Ask again', 'Quote', 'Ask another model', 'Branch'])
      await expect.element(page.getByRole('menuitem', { name })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Ask another model' }).click()
    await expect.element(page.getByRole('menuitem', { name: /demo/ })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menuitem', { name: 'Ask another model' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(more).toHaveFocus()
  })
})

it('on a phone on its side the sessions, the message and whole dialogs lay under the notch', async () => {
  const sides = { top: 0, left: 50, bottom: 20, right: 40 }
  // of a page in a frame, as this is, nothing is cut off
  const root = document.documentElement
  for (const [side, size] of Object.entries(sides)) root.style.setProperty(`--cut-${side}`, `${size}px`)
  onTestFinished(() => {
    for (const side of Object.keys(sides)) root.style.removeProperty(`--cut-${side}`)
  })
  const within = (locator: Locator): void => {
    const { left, right, top, bottom } = locator.element().getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(sides.left)
    expect(innerWidth - right).toBeGreaterThanOrEqual(sides.right)
    expect(top).toBeGreaterThanOrEqual(sides.top)
    expect(innerHeight - bottom).toBeGreaterThanOrEqual(sides.bottom)
  }
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  await openPage(fake, '#/session/one')
  await page.viewport(740, 360)
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  within(page.getByRole('textbox', { name: 'Message' }))
  within(page.getByRole('heading', { level: 1 }))
  await page.getByRole('button', { name: 'Show sessions' }).click()
  const sessions = page.getByRole('navigation', { name: 'Sessions' })
  const settings = page.getByRole('button', { name: 'Settings' })
  await expect.element(settings).toBeVisible()
  await expect.poll(() => sessions.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(sides.left)
  within(sessions)
  expect(sessions.element().getBoundingClientRect().width).toBeGreaterThan(250)
  await settings.click()
  const close = page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).first()
  await expect.element(close).toBeVisible()
  within(close)
  // as wide as it may be
  await page.viewport(844, 390)
  within(page.getByRole('dialog', { name: 'Settings' }))
})
