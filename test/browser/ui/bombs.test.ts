import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, callOf, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { rowInView } from './at-rest.ts'
import { openPage } from './open-page.ts'

/** Milliseconds that this thread was held in one go since it was called. */
function watchThread(): () => number {
  let longest = 0
  let before = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - before - 10)
    before = now
  }, 10)
  return () => {
    clearInterval(timer)
    return Math.max(longest, performance.now() - before - 10)
  }
}

const MEGABYTE = 'x'.repeat(1_000_000)

it('a line of a megabyte, in a message, an answer and a result, is legible, and the page is not held up for seconds', async () => {
  const call = callOf('2.0.0', {
    name: 'read_file',
    args: JSON.stringify({ path: MEGABYTE }),
    result: { kind: 'ok', content: [{ type: 'text', text: MEGABYTE }], terminate: false, timestamp: 1 },
  })
  const fake = makeFakeWorker()
  fake.addSession('one', [
    userRow(0, `asked ${MEGABYTE}`),
    answerRow(1, `answered ${MEGABYTE}`),
    answerRow(2, '', { calls: [call] }),
    userRow(3, 'The last question'),
  ])
  const held = watchThread()
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText('The last question')).toBeVisible()
  for (const n of [3, 2, 1]) {
    // none of it is lost on the way
    const isWhole = async (): Promise<boolean> => {
      const row = await rowInView(n)
      if (n === 1) return row.querySelector('.bubble')?.textContent === `asked ${MEGABYTE}`
      if (n === 2) return (row.textContent?.split('x').length ?? 0) > MEGABYTE.length
      const card = row.querySelector('details')
      if (card?.open === false) row.querySelector('summary')?.click()
      return card?.open === true
    }
    await expect.poll(isWhole, { message: `row ${n}` }).toBe(true)
    expect((await rowInView(n)).getBoundingClientRect().width).toBeLessThan(1000)
  }
  const longest = held()
  console.info('longest task, ms:', Math.round(longest))
  expect(longest).toBeLessThan(3000)
})

it('a call of 100,000 arguments, or 3,000 levels deep, froze the page for 11 seconds: its beginning is drawn, the rest on demand', async () => {
  const names = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`name${n}`, n])))
  const deep = `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`
  const calls = [names, deep].map((args, n) =>
    callOf(`1.0.${n}`, { name: `probe_${n}`, args, status: 'pending', started: false }),
  )
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, '', { calls, settledAt: null })], unsettledHead(1, 1, calls))
  const held = watchThread()
  await openPage(fake, '#/session/one')
  const card = page.getByRole('group', { name: 'Tool call: probe_0' })
  await expect.element(card).toHaveTextContent('name99')
  expect(card.element().querySelectorAll('dt').length).toBe(100)
  await expect.element(card).toHaveTextContent('99,900 more arguments are not listed here')
  await expect.element(page.getByRole('group', { name: 'Tool call: probe_1' })).toHaveTextContent('{"a":{"a":')
  const longest = held()
  console.info('longest task, ms:', Math.round(longest))
  expect(longest).toBeLessThan(3000)
  const whole = (): string => card.element().querySelector('details pre')?.textContent ?? ''
  await card.getByText('Raw arguments', { exact: true }).click()
  await expect.poll(() => whole().length).toBe(100_000)
  await card.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => whole().length).toBeGreaterThan(1_000_000)
})

/** The head of a picture that claims this size; the rest of it is missing. */
function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

it('a picture of 30,000 x 30,000 pixels and a drawing of 10^12 elements are told by their size, wherever they stand', async () => {
  const [large, small, svg] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)]
  const canvas = new OffscreenCanvas(3, 2)
  canvas.getContext('2d')
  const real = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
  const rings = Array.from({ length: 12 }, (_, n) => `<g id="l${n + 1}">${`<use href="#l${n}"/>`.repeat(10)}</g>`)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><path id="l0" d="M0 0h9v9z"/>${rings.join('')}</svg>`
  const picture = (blob: string) => ({ type: 'image' as const, mediaType: 'image/png', blob })
  const call = callOf('2.0.0', {
    name: 'notes__look',
    result: { kind: 'ok', content: [picture(large), picture(small)], terminate: false, timestamp: 1 },
  })
  const fake = makeFakeWorker()
  const file = (path: string, blob: string, mediaType: string) => ({
    ...{ path, blob, size: 100, mediaType, seq: 1, timestamp: 1 },
  })
  const session = fake.addSession('one', [
    {
      ...userRow(0, 'Look'),
      content: [
        { ...picture(large), name: 'holiday.png' },
        { type: 'text', text: 'Look' },
      ],
    },
    answerRow(1, '', { calls: [call] }),
    answerRow(2, '', { content: [picture(large)] }),
  ])
  session.files = [file('bomb.svg', svg, 'image/svg+xml'), file('bomb.png', large, 'image/png')]
  fake.blobs.set(large, png(30_000, 30_000))
  fake.blobs.set(small, real)
  fake.blobs.set(svg, new TextEncoder().encode(drawing))
  const held = watchThread()
  await openPage(fake, '#/session/one')
  const tooLarge = 'This image is too large to show: 30000 × 30000 pixels.'
  for (const place of [3, 2, 1]) {
    const row = await rowInView(place)
    row.querySelector('summary')?.click()
    const text = async () => (await rowInView(place)).textContent
    await expect.poll(text, { message: `row ${place}`, timeout: 10_000 }).toContain(tooLarge)
    if (place === 2) await expect.element(page.getByRole('img', { name: 'Image from the tool' })).toBeVisible()
  }
  await page.getByRole('treeitem', { name: 'bomb.png' }).click()
  const files = page.getByRole('region', { name: 'Files', exact: true })
  await expect.element(files.getByText(tooLarge)).toBeVisible()
  await page.getByRole('treeitem', { name: 'bomb.svg' }).click()
  await expect.element(page.getByText(/This drawing repeats itself too often to show here/)).toBeVisible()
  expect(document.querySelector('iframe')).toBeNull()
  expect(held()).toBeLessThan(3000)
})
