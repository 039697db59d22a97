import '../../../src/ui/base/styles/main.css'
import '../../../src/ui/rendering/code.css'
import '../../../src/ui/rendering/markdown.css'
import { expect, it, onTestFinished } from 'vitest'
import { type MarkdownView, makeMarkdownView } from '../../../src/ui/rendering/markdown.ts'

/**
 * The page was held up for a third of a second again and again by an answer of 10,000 code blocks: all of them were
 * looked at for each frame.
 */

const BLOCKS = 300
const answer = (word: string): string =>
  Array.from({ length: BLOCKS }, (_, n) => (n % 3 === 0 ? `## ${word} ${n}` : `\`\`\`js\n${word} ${n}\n\`\`\``)).join(
    '\n\n',
  )

function show(): { scroller: HTMLElement; host: HTMLElement; view: MarkdownView } {
  const scroller = document.createElement('div')
  scroller.style.cssText = 'height: 300px; overflow: auto'
  const host = document.createElement('div')
  host.className = 'markdown'
  scroller.append(host)
  document.body.append(scroller)
  const view = makeMarkdownView(host)
  onTestFinished(() => {
    view.dispose()
    scroller.remove()
  })
  return { scroller, host, view }
}
const blocks = (host: HTMLElement): HTMLElement[] => [...host.querySelectorAll<HTMLElement>('h3, figure.code code')]
const words = (host: HTMLElement): (string | null)[] => blocks(host).map(({ textContent }) => textContent)
const expected = (word: string): string[] => Array.from({ length: BLOCKS }, (_, n) => `${word} ${n}`)
const isSkipped = (block: HTMLElement): boolean => !block.checkVisibility({ contentVisibilityAuto: true })

it('blocks that are out of view cost nothing, and keep their height and their place', async () => {
  const { scroller, host, view } = show()
  view.update(answer('one'), false)
  await expect.poll(() => words(host)).toEqual(expected('one'))
  await expect.poll(() => blocks(host).filter(isSkipped).length).toBeGreaterThan(BLOCKS / 2)
  const height = scroller.scrollHeight
  for (const part of host.querySelectorAll<HTMLElement>('*')) part.style.contentVisibility = 'visible'
  expect(Math.abs(scroller.scrollHeight - height)).toBeLessThanOrEqual(2)
})

it('another text takes the places of the blocks of the one before', async () => {
  const { host, view } = show()
  view.update(answer('one'), true)
  await expect.poll(() => words(host)).toEqual(expected('one'))
  view.update(answer('another'), false)
  await expect.poll(() => words(host)).toEqual(expected('another'))
  view.update('The end.', false)
  await expect.poll(() => host.textContent?.trim()).toBe('The end.')
})
