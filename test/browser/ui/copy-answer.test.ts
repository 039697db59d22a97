import { expect, it, onTestFinished } from 'vitest'
import { copyAnswer } from '../../../src/ui/conversation/branches/copy-answer.ts'

it('a copied answer is Markdown in a text editor and formatted in a letter, without what the page adds to it', async () => {
  const written: ClipboardItems[] = []
  const { write } = navigator.clipboard
  navigator.clipboard.write = async (items) => void written.push(items)
  onTestFinished(() => {
    navigator.clipboard.write = write
  })
  const text = 'See **[the docs](https://docs.example/x)**:\n\n```js\na < b\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n'
  await copyAnswer(text)
  const [item] = written[0] as ClipboardItem[]
  const read = async (type: string) => (await (item as ClipboardItem).getType(type)).text()
  expect(await read('text/plain')).toBe(text)
  const html = await read('text/html')
  expect(html).toContain('<strong><a href="https://docs.example/x"')
  expect(html).toContain('<pre>a &lt; b')
  expect(html).toContain('<td align="right">2</td>')
  expect(html).not.toMatch(/button|link-host/)
})
