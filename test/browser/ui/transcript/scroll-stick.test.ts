import { createRoot } from 'solid-js'
import { afterEach, expect, it } from 'vitest'
import { createStick, type Stick } from '../../../../src/ui/conversation/transcript/scroll-stick.ts'

/** A list of `rows` whose sizes a test changes, 300 px of it in view. */
type List = { stick: Stick; scroller: HTMLElement; rows: HTMLElement; toEnd: () => number }

let take = (): void => {}
afterEach(() => take())

function makeList(height: number): List {
  const scroller = document.createElement('div')
  scroller.style.cssText = 'height: 300px; overflow: hidden auto; overflow-anchor: none'
  const rows = document.createElement('div')
  rows.style.height = `${height}px`
  scroller.append(rows)
  document.body.append(scroller)
  return createRoot((dispose) => {
    const stick = createStick()
    stick.watch(scroller)
    stick.jump()
    take = () => {
      dispose()
      scroller.remove()
    }
    const toEnd = (): number => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
    return { stick, scroller, rows, toEnd }
  })
}

/** The thread does nothing else for so long, as on a machine under load. */
function block(milliseconds: number): void {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
}
const frames = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

it('a list that is opened on a busy machine, which hears of its own moves late, still stands at its end', async () => {
  const { stick, scroller, rows, toEnd } = makeList(9000)
  await frames(2)
  for (const height of [7000, 8500, 4000, 6000]) {
    // the list measures its rows and moves the view with them; the page comes to hear of it long after
    rows.style.height = `${height}px`
    await Promise.resolve()
    scroller.scrollTop = height / 3
    block(300)
    await frames(2)
  }
  await frames(2)
  expect(toEnd()).toBeLessThanOrEqual(1)
  expect(stick.atEnd()).toBe(true)
})

it('a row that grows, by a picture or a font that came late, does not push the end out of view', async () => {
  const { rows, toEnd } = makeList(2000)
  await frames(2)
  rows.style.height = '2600px'
  await frames(2)
  expect(toEnd()).toBeLessThanOrEqual(1)
})

it('a first row that comes after the empty list was shown is followed, too', async () => {
  const { scroller, rows, toEnd } = makeList(100)
  const list = document.createElement('div')
  rows.replaceWith(list)
  await frames(2)
  list.style.height = '1500px'
  await frames(2)
  expect(scroller.scrollTop).toBeGreaterThan(1000)
  expect(toEnd()).toBeLessThanOrEqual(1)
})

it('a hand that scrolls up at once, before the list has heard of its own first move, was taken back to the end', async () => {
  const { stick, scroller } = makeList(2000)
  scroller.dispatchEvent(new WheelEvent('wheel'))
  scroller.scrollTop = 500
  await frames(2)
  expect(scroller.scrollTop).toBe(500)
  expect(stick.atEnd()).toBe(false)
})

it('a hand that scrolls up is obeyed, also in the middle of growing text', async () => {
  const { stick, scroller, rows } = makeList(2000)
  await frames(2)
  scroller.dispatchEvent(new WheelEvent('wheel'))
  rows.style.height = '2100px'
  scroller.scrollTop = 500
  await frames(2)
  expect(stick.atEnd()).toBe(false)
  rows.style.height = '2600px'
  await frames(2)
  expect(scroller.scrollTop).toBe(500)
})

it('a scrollbar that is held for long is a hand for as long', async () => {
  const { stick, scroller, rows } = makeList(2000)
  await frames(2)
  scroller.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  block(700)
  rows.style.height = '2100px'
  scroller.scrollTop = 900
  await frames(2)
  expect(stick.atEnd()).toBe(false)
  window.dispatchEvent(new PointerEvent('pointermove', { buttons: 0 }))
})

it('what moves the view without a hand, a search of the browser, is obeyed when nothing changed its size', async () => {
  const { stick, scroller } = makeList(2000)
  await frames(3)
  scroller.scrollTop = 200
  await frames(2)
  expect(stick.atEnd()).toBe(false)
  expect(scroller.scrollTop).toBe(200)
})

it('what one opens at the end of the conversation, a thought or a step, was pushed out of view by what came out of it', async () => {
  const { stick, scroller, rows } = makeList(2000)
  const row = rows.appendChild(document.createElement('div'))
  row.innerHTML = '<details><summary>Thought</summary></details>'
  await frames(2)
  const before = scroller.scrollTop
  row.querySelector('summary')?.click()
  rows.style.height = '3000px'
  await frames(2)
  expect(scroller.scrollTop).toBe(before)
  expect(stick.atEnd()).toBe(false)
  stick.jump()
  rows.style.height = '3100px'
  await frames(2)
  expect(scroller.scrollTop).toBe(2800)
})

it('what a press makes smaller, a question that is answered, is no hand that scrolls up: the answer behind it is followed', async () => {
  const { stick, scroller, rows, toEnd } = makeList(2000)
  await frames(3)
  scroller.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  scroller.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
  rows.style.height = '1850px'
  await Promise.resolve()
  rows.style.height = '1950px'
  await frames(2)
  expect(stick.atEnd()).toBe(true)
  expect(toEnd()).toBeLessThanOrEqual(1)
})

it('another variant of a conversation that fits was offered a way to its end, which is in view', async () => {
  const { stick, rows } = makeList(200)
  await frames(3)
  stick.leave()
  await frames(3)
  expect(stick.atEnd()).toBe(true)
  // it grows out of view, and stays where it is
  rows.style.height = '900px'
  await frames(3)
  expect(stick.atEnd()).toBe(false)
})
