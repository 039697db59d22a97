import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'

const require = createRequire(import.meta.url)
const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const css = read('src/ui/base/styles/font.css')

it('the font is at most 40 kB in all, and what the page asks for first is one of its files', () => {
  const files = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, url]) => url ?? '')
  expect(files).toHaveLength(2)
  const sizes = files.map((file) => statSync(require.resolve(file)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40_000)
  expect(read('index.html')).toContain(`as="font" type="font/woff2" crossorigin href="/node_modules/${files[0]}"`)
})

it('its licence goes with it, word for word', () => {
  expect(read('public/fonts/figtree-licence.txt')).toBe(
    readFileSync(require.resolve('@fontsource-variable/figtree/LICENSE'), 'utf8'),
  )
})

it('words are there before it is, and stay where it cannot be had', () => {
  const faces = css.match(/@font-face \{[^}]*\}/g) ?? []
  for (const face of faces.filter((each) => each.includes('url('))) expect(face).toContain('font-display: swap')
  expect(read('src/ui/base/styles/tokens.css')).toMatch(/--font: "Figtree", "Figtree fallback", system-ui/)
})
