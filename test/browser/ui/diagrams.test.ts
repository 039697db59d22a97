import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { makeMarkdownView } from '../../../src/ui/rendering/markdown.ts'

it('a diagram is drawn when its fence is complete, its code one press away; a broken or too long one stays as code, with the reason', async () => {
  localStorage.clear()
  const host = document.createElement('div')
  document.body.append(host)
  const view = makeMarkdownView(host)
  onTestFinished(() => {
    view.dispose()
    host.remove()
    delete document.documentElement.dataset['theme']
  })
  const fence = (text: string): string => `\`\`\`mermaid\n${text}\n\`\`\`\n\n`
  const flow = 'flowchart LR\n  accTitle: From start to end\n  A[Start & go] -->|"then<br>on"| B{End?}'
  view.update(`\`\`\`mermaid\n${flow}`, true)
  await expect.poll(() => host.querySelector('code')?.textContent).toBe(flow)
  expect(document.querySelector('.diagram-frame')).toBe(null)

  const hostile =
    'flowchart TD\n  A["<img src=x onerror=alert(1)><script>alert(2)</script>"]\n  click A "javascript:alert(3)"'
  const broken = 'flowchart LR\n  A --> --> B'
  view.update(fence(flow) + fence(hostile) + fence(broken) + fence(`flowchart LR\n${'A-->B\n'.repeat(4000)}`), false)
  const images = () => [...host.querySelectorAll<HTMLImageElement>('.diagram img')]
  await expect.poll(() => images().filter(({ naturalWidth }) => naturalWidth > 50).length, { timeout: 40_000 }).toBe(2)
  await expect.element(page.getByRole('img', { name: 'Diagram: From start to end' })).toBeVisible()
  for (const { src } of images()) {
    const svg = decodeURIComponent(src.slice('data:image/svg+xml,'.length))
    expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBe(null)
    expect(svg).not.toMatch(/<script|onerror=|javascript:/i)
  }
  const problems = () => [...host.querySelectorAll('.diagram-problem')].map(({ textContent }) => textContent ?? '')
  await expect.poll(problems, { timeout: 20_000 }).toHaveLength(2)
  expect(problems()[0]).toMatch(/^Couldn’t draw this diagram: Parse error on line 2/)
  expect(problems()[1]).toBe('Couldn’t draw this diagram: It is too long to draw.')
  expect([...host.querySelectorAll('code')].map(({ textContent }) => textContent).slice(0, 3)).toEqual([
    flow,
    hostile,
    broken,
  ])

  // its frame has no origin, and nothing in it can take the keyboard
  const outer = document.querySelector<HTMLIFrameElement>('.diagram-frame')
  expect(outer?.inert).toBe(true)
  expect(outer?.contentDocument?.querySelector('iframe')?.getAttribute('sandbox')).toBe('allow-scripts')

  const source = page.getByRole('button', { name: 'Source' }).first()
  const code = host.querySelector('pre') as HTMLElement
  expect(code.checkVisibility()).toBe(false)
  await source.click()
  await expect.poll(() => code.checkVisibility()).toBe(true)
  expect(images()[0]?.checkVisibility()).toBe(false)
  await source.click()

  const before = images()[0]?.src
  document.documentElement.dataset['theme'] = 'dark'
  await expect.poll(() => images()[0]?.src, { timeout: 10_000 }).not.toBe(before)
})
