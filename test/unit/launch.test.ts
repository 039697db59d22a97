import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { WITHOUT } from '../support/launch.ts'

it('a browser of the tests goes without all that Playwright has it go without', () => {
  const code = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8')
  const [, list = ''] = /disabledFeatures = \[([\s\S]*?)\n\s*\]/.exec(code) ?? []
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(theirs.length).toBeGreaterThan(5)
  expect(WITHOUT).toEqual(expect.arrayContaining(theirs))
})
