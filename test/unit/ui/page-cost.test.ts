import { expect, it } from 'vitest'
import { pageProblem } from '../../../src/ui/files/artifacts/page-cost.ts'

it.each([
  ['very many boxes', '<div></div>'.repeat(200_000)],
  ['boxes in boxes', '<div>'.repeat(3000)],
  ['styles that nothing closes', '<b><i>'.repeat(60_000)],
  [
    'styles of different names before many paragraphs',
    `${Array.from({ length: 500 }, (_, n) => `<b id=${n}>`).join('')}${'<p>x'.repeat(15_000)}`,
  ],
  ['tags that never end', '<a '.repeat(100_000)],
  ['quotes that never end', '<a b="'.repeat(100_000)],
  ['signs alone', '<'.repeat(1_000_000)],
  ['upper case', '<DIV>'.repeat(1000)],
])('%s would hold up the page: refused, and in no time', (_what, text) => {
  const before = process.cpuUsage()
  expect(pageProblem(text)).toContain('too many')
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500)
})

it.each([
  [
    'a report',
    `<!doctype html><html><body>${'<section><h2>a</h2><p>b <b>c</b><br>d<img src="data:,"></section>'.repeat(1000)}`,
  ],
  ['a list without ends', `<ul>${'<li>a'.repeat(5000)}</ul>`],
  ['a drawing', `<svg>${'<path d="M0 0"/>'.repeat(5000)}</svg>`],
  [
    'a script full of signs',
    `<script>for (let i = 0; i < 9; i++) if (a<b) c="<div>"</script>${'<p>x</p>'.repeat(100)}`,
  ],
  ['text', 'a < b and c > d'],
])('%s is drawn', (_what, text) => {
  expect(pageProblem(text)).toBeNull()
})
