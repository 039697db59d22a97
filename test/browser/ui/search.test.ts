import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerRow, manyRows, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { standsStill } from './at-rest.ts'
import { openPage } from './open-page.ts'

const log = () => page.getByRole('log', { name: 'Conversation' })
const marked = (name: string): string[] =>
  [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString())

it('a word is found in any session, and its message opens marked, by the keyboard alone', async () => {
  const fake = makeFakeWorker()
  const long = manyRows(400)
  long[30] = userRow(30, 'Remember the crème brûlée for Ada')
  fake.addSession('one', [userRow(0, 'Nothing of it'), answerRow(1, 'Nothing here')])
  fake.addSession('two', long)
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText('Nothing here')).toBeInViewport()
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect.element(dialog.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
  await userEvent.keyboard('creme BRU')
  const results = dialog.getByRole('list', { name: 'Results' })
  await expect.element(results.getByRole('link', { name: /Remember the crème brûlée/ })).toBeVisible()
  await expect.element(dialog.getByRole('status', { name: 'Found' })).toHaveTextContent('1 session.')
  const marks = () => [...results.element().querySelectorAll('mark')].map((mark) => mark.textContent)
  await expect.poll(marks).toEqual(['crème', 'brû'])
  // arrows walk over the links, other keys go on typing
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(results.getByRole('link', { name: /Remember/ })).toHaveFocus()
  await userEvent.keyboard('L')
  await expect.element(dialog.getByRole('searchbox')).toHaveValue('creme BRUL')
  // the results of these words, not of those before
  await expect.poll(marks).toEqual(['crème', 'brûl'])
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  const message = log().getByText('Remember the crème brûlée for Ada')
  await expect.element(message).toBeInViewport()
  await expect.poll(() => marked('found')).toEqual(['crème', 'brûl'])
  await expect.poll(() => document.activeElement?.getAttribute('aria-posinset')).toBe('31')
  await expect.poll(() => location.hash).toBe('#/session/two')
  await expect.poll(() => fake.requests('end-search').length).toBeGreaterThan(0)

  // going away and coming back is no search any more: it opens at its end
  location.hash = '#/session/one'
  await expect.element(page.getByText('Nothing here')).toBeInViewport()
  await expect.poll(() => marked('found')).toEqual([])
  location.hash = '#/session/two'
  await expect.element(page.getByText('Answer 399')).toBeInViewport()
})

it('a result in another session opened at its end while this session was being looked through', async () => {
  const fake = makeFakeWorker()
  const long = manyRows(400)
  long[30] = userRow(30, 'Remember the needle')
  fake.addSession('one', [userRow(0, 'Nothing of it'), answerRow(1, 'Nothing here')])
  fake.addSession('two', long)
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText('Nothing here')).toBeInViewport()
  await userEvent.keyboard('{Control>}f{/Control}')
  const bar = page.getByRole('search', { name: 'Find in this session' })
  await expect.element(bar.getByRole('searchbox')).toHaveFocus()
  await userEvent.keyboard('needle')
  await expect.element(bar.getByRole('status', { name: 'Found' })).toHaveTextContent('Not found')
  await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('searchbox').fill('needle')
  await dialog.getByRole('link', { name: /Remember the needle/ }).click()
  await expect.element(log().getByText('Remember the needle')).toBeInViewport()
  await expect.poll(() => marked('found')).toEqual(['needle'])
  await expect.element(bar).not.toBeInTheDocument()
})

it('the key pressed again did nothing while the bar was open and the focus elsewhere', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'a needle'), answerRow(1, 'Nothing here')])
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText('Nothing here')).toBeInViewport()
  await userEvent.keyboard('{Control>}f{/Control}')
  const box = page.getByRole('search', { name: 'Find in this session' }).getByRole('searchbox')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('needle')
  await expect.poll(() => marked('found-now')).toEqual(['needle'])
  await page.getByRole('textbox', { name: 'Message' }).click()
  await userEvent.keyboard('{Control>}f{/Control}')
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveValue('needle')
  // selected: what is typed takes its place
  await userEvent.keyboard('nothing')
  await expect.poll(() => marked('found-now')).toEqual(['Nothing'])
})

it('nothing is found in words that nobody said, and Escape closes', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')])
  await openPage(fake, '#/')
  await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('searchbox').fill('nowhere')
  await expect.element(dialog.getByRole('status', { name: 'Found' })).toHaveTextContent('No results.')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

it('markup in what was said stays text in the results', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'see <img src=x onerror=alert(1)> needle')])
  await openPage(fake, '#/')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('searchbox').fill('needle')
  await expect.element(dialog.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  expect(dialog.element().querySelector('img')).toBeNull()
})

it('one session is looked through from match to match, also where the list has no rows yet', async () => {
  const fake = makeFakeWorker()
  const rows = manyRows(600)
  rows[10] = userRow(10, 'a Needle and a needle')
  rows[301] = answerRow(301, 'the **need**le in bold')
  rows[599] = answerRow(599, 'needless at the end')
  fake.addSession('one', rows)
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText('needless at the end')).toBeInViewport()
  await userEvent.keyboard('{Control>}f{/Control}')
  const bar = page.getByRole('search', { name: 'Find in this session' })
  const box = bar.getByRole('searchbox', { name: 'Find in this session' })
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('needle')
  // it begins where the person is
  await expect.element(bar.getByRole('status', { name: 'Found' })).toHaveTextContent('4 of 4')
  await userEvent.keyboard('{Enter}')
  await expect.element(bar.getByRole('status', { name: 'Found' })).toHaveTextContent('1 of 4')
  await expect.element(log().getByText('a Needle and a needle')).toBeInViewport()
  await expect.poll(() => marked('found-now')).toEqual(['Needle'])
  await userEvent.keyboard('{Enter}')
  await expect.element(bar.getByRole('status', { name: 'Found' })).toHaveTextContent('2 of 4')
  await expect.poll(() => marked('found-now')).toEqual(['needle'])
  // the last row is in the page wherever one is
  await expect.poll(() => marked('found')).toEqual(['Needle', 'needle', 'needle'])
  await bar.getByRole('button', { name: 'Next match' }).click()
  // half of it is bold
  await expect.element(log().getByText('le in bold')).toBeInViewport()
  await expect.poll(() => marked('found-now')).toEqual(['needle'])
  await bar.getByRole('button', { name: 'Next match' }).click()
  await expect.element(log().getByText('needless at the end')).toBeInViewport()
  await box.fill('not there')
  await expect.element(bar.getByRole('status', { name: 'Found' })).toHaveTextContent('Not found')
  await box.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus()
  await expect.poll(() => marked('found')).toEqual([])
})

it('with each letter of a word the view wandered up to an earlier message', async () => {
  const fake = makeFakeWorker()
  const rows = manyRows(60)
  for (let n = 0; n < 60; n += 2) rows[n] = userRow(n, `a needle ${n}`)
  fake.addSession('one', rows)
  await openPage(fake, '#/session/one')
  await expect.element(log().getByText('Answer 59')).toBeInViewport()
  await userEvent.keyboard('{Control>}f{/Control}')
  const bar = page.getByRole('search', { name: 'Find in this session' })
  const found = bar.getByRole('status', { name: 'Found' })
  await expect.element(bar.getByRole('searchbox')).toHaveFocus()
  await userEvent.keyboard('n')
  await expect.poll(() => marked('found-now')).toEqual(['n'])
  const message = () => ([...(CSS.highlights.get('found-now') ?? [])] as Range[])[0]?.startContainer.textContent ?? ''
  const text = message()
  const place = log().getByText(text, { exact: true })
  // rows around it come and have their height
  await standsStill(place)
  const { top } = place.element().getBoundingClientRect()
  for (const word of ['ne', 'nee', 'need', 'needle']) {
    await bar.getByRole('searchbox').fill(word)
    await expect.poll(() => marked('found-now')).toEqual([word])
    expect(message()).toBe(text)
  }
  await expect.element(found).toHaveTextContent(/ of 30$/)
  await standsStill(place)
  expect(Math.abs(place.element().getBoundingClientRect().top - top)).toBeLessThan(2)
})

it('the match that the person is at looked like all others, and stayed marked when other words were not found', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'needle'), answerRow(1, 'needle')])
  await openPage(fake, '#/session/one')
  await expect.element(log().getByText('needle').last()).toBeVisible()
  await userEvent.keyboard('{Control>}f{/Control}')
  const box = page.getByRole('search', { name: 'Find in this session' }).getByRole('searchbox')
  await expect.element(box).toHaveFocus()
  /**
   * Of two marks over each other the one of higher priority is seen; of equal ones the one that was registered last,
   * which changes.
   */
  const priority = (name: string) => CSS.highlights.get(name)?.priority ?? Number.NaN
  for (const words of ['needle', 'nowhere', 'needle']) {
    await box.fill(words)
    const now = words === 'nowhere' ? [] : ['needle']
    await expect.poll(() => marked('found-now')).toEqual(now)
    await expect.poll(() => marked('found').length).toBe(2 * now.length)
    if (now.length > 0) expect(priority('found-now')).toBeGreaterThan(priority('found'))
  }
  // what is painted again, because something came into the page, is not painted over it
  log().getByText('needle').last().element().append(' and a needle')
  await expect.poll(() => marked('found').length).toBe(3)
  expect(priority('found-now')).toBeGreaterThan(priority('found'))
})

it('Enter that is pressed before the words are found goes on when they are', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'needle'), answerRow(1, 'needle'), userRow(2, 'needle')])
  await openPage(fake, '#/session/one')
  await expect.element(log().getByText('needle').first()).toBeInViewport()
  await userEvent.keyboard('{Control>}f{/Control}')
  const bar = page.getByRole('search', { name: 'Find in this session' })
  await expect.element(bar.getByRole('searchbox')).toHaveFocus()
  const box = bar.getByRole('searchbox').element() as HTMLInputElement
  box.value = 'needle'
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  for (let n = 0; n < 2; n++) box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await expect.element(bar.getByRole('status', { name: 'Found' })).toHaveTextContent('3 of 3')
})

it('"Jump to latest" stood in a conversation that is in view as a whole, once something was found in it', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'first needle'), answerRow(1, 'second needle')])
  await openPage(fake, '#/session/one')
  await expect.element(log().getByText('second needle')).toBeVisible()
  await userEvent.keyboard('{Control>}f{/Control}')
  const bar = page.getByRole('search', { name: 'Find in this session' })
  await bar.getByRole('searchbox').fill('needle')
  await expect.poll(() => marked('found-now')).toEqual(['needle'])
  await expect.element(page.getByRole('button', { name: 'Jump to latest' })).not.toBeInTheDocument()
})

it('"Not found" was said of a long session while it was still being looked through', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'needle')])
  let come = (): void => {}
  fake.waits.set('find-in-session', new Promise<void>((resolve) => (come = resolve)))
  await openPage(fake, '#/session/one')
  await expect.element(log().getByText('needle')).toBeVisible()
  await userEvent.keyboard('{Control>}f{/Control}')
  const bar = page.getByRole('search', { name: 'Find in this session' })
  await bar.getByRole('searchbox').fill('needle')
  const found = bar.getByRole('status', { name: 'Found' })
  await expect.element(found).toHaveTextContent('Searching…')
  come()
  await expect.element(found).toHaveTextContent('1 of 1')
})

it('the bar that looked through one session stood over the next one, and came back after the start page', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'first needle')])
  fake.addSession('two', [userRow(0, 'second needle')])
  await openPage(fake, '#/session/one')
  const bar = page.getByRole('search', { name: 'Find in this session' })
  const find = async (): Promise<void> => {
    await expect.element(log().getByText('needle')).toBeVisible()
    await userEvent.keyboard('{Control>}f{/Control}')
    await expect.element(bar.getByRole('searchbox')).toHaveFocus()
  }
  await find()
  location.hash = '#/session/two'
  await expect.element(log().getByText('second needle')).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  await find()
  location.hash = '#/'
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  location.hash = '#/session/one'
  await expect.element(log().getByText('first needle')).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
})

it('of many sessions that are found the first ones are made at once, and all can be reached by keys and by scrolling', async () => {
  const fake = makeFakeWorker()
  const says = (n: number) => [
    userRow(0, `needle and ${n}`),
    answerRow(1, 'and a needle'),
    userRow(2, 'needle and so on'),
  ]
  for (let n = 0; n < 45; n++) fake.addSession(`many-${n}`, says(n))
  await openPage(fake, '#/')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const box = dialog.getByRole('searchbox')
  const items = () => [...dialog.element().querySelectorAll('li')]
  await box.fill('needle')
  await expect.element(dialog.getByRole('status', { name: 'Found' })).toHaveTextContent('40 sessions.')
  // three messages each, and its title: what is in view
  expect(items().length).toBe(4)
  // a screen reader hears of all of them
  expect(items().map(({ ariaPosInSet, ariaSetSize }) => `${ariaPosInSet} of ${ariaSetSize}`)).toContain('4 of 40')
  await userEvent.keyboard('{ArrowDown}{End}')
  expect(items().length).toBe(40)
  expect(items().at(-1)?.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Home}{ArrowUp}')
  await expect.element(box).toHaveFocus()
  // other words: few again, from the top, and more come while they are scrolled
  const last = () => items().at(-1)
  last()?.scrollIntoView()
  await box.fill('needle and')
  await expect.poll(() => items().length).toBe(4)
  expect(dialog.element().scrollTop).toBe(0)
  // the end of the list was in view with the words before
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame)
  expect(items().length).toBe(4)
  last()?.scrollIntoView()
  await expect.poll(() => items().length).toBeGreaterThan(4)
  await expect
    .poll(() => {
      last()?.scrollIntoView()
      return items().length
    })
    .toBe(40)
  // one key after the other, over the end of those that were there
  await box.fill('needle')
  await expect.poll(() => items().length).toBe(4)
  const links = () => dialog.getByRole('link').elements()
  const before = links().length
  for (let n = 0; n <= before; n++) await userEvent.keyboard('{ArrowDown}')
  expect(links().indexOf(document.activeElement as HTMLElement)).toBe(before)
})
