import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** How much changes its looks and comes to an end; a dot that breathes never does. */
export const changing = (): number =>
  document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    .length

/** Looks, each at least 50 ms after the one before. */
const LOOKS = 8

/**
 * Waits until it stands still and takes a press, as a person does. Code and formatting that come late move what is
 * below them, and a button that decides takes no press until it has stood for half a second; the page looks at that ten
 * times a second, so that a button that has just been moved still says that it takes one.
 */
export async function standsStill(what: Locator): Promise<void> {
  let before = ''
  let same = 0
  const look = (): number => {
    const element = what.query()
    if (element === null) return 0
    const { left, top, width, height } = element.getBoundingClientRect()
    const now = [left, top, width, height].join()
    same = now === before && element.getAttribute('aria-disabled') !== 'true' ? same + 1 : 0
    before = now
    return same
  }
  await expect.element(what).toBeVisible()
  await expect.poll(look, { interval: 50 }).toBeGreaterThan(LOOKS)
}

/** The article at this place, counted from 1, which the list draws when it comes near. */
export async function rowInView(place: number): Promise<HTMLElement> {
  const find = () => document.querySelector<HTMLElement>(`article[aria-posinset="${place}"]`)
  await expect
    .poll(() => {
      const found = find()
      if (found) found.scrollIntoView()
      else document.querySelector('article')?.scrollIntoView()
      return found !== null
    })
    .toBe(true)
  return find() as HTMLElement
}

/**
 * Waits until the focus has gone to something else than `from`, and stays there; gives what it is on. '' is nothing.
 */
export async function focusAfter(from: string, focused: () => string): Promise<string> {
  let on = ''
  let frames = 0
  const look = async (): Promise<number> => {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const now = focused()
    frames = now === on && now !== '' && now !== from ? frames + 1 : 0
    on = now
    return frames
  }
  // a list that brings a line into the page gives it the focus anew for twelve frames
  await expect.poll(look, { interval: 1 }).toBeGreaterThan(12)
  return on
}

/** Presses the button of this name in the same moment in which it comes; gives whether it came. */
export function pressAtOnce(name: string): () => boolean {
  let pressed = false
  const watch = new MutationObserver(() => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    if (button === undefined || pressed) return
    pressed = true
    watch.disconnect()
    button.click()
  })
  watch.observe(document.body, { childList: true, subtree: true })
  return () => pressed
}
