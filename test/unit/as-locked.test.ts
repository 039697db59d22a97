import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isAsLocked } from '../support/as-locked.mjs'

const locked = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.2.3', integrity: 'sha512-a' },
    'node_modules/b-darwin': { version: '2.0.0', optional: true },
  },
}
const installed = (more: object = {}) => ({
  packages: { 'node_modules/a': locked.packages['node_modules/a'], ...more },
})
const there = (): boolean => true

it('npm start installs over what somebody changed in node_modules: what is there must be what the lockfile says', () => {
  expect(isAsLocked(locked, installed(), there)).toBe(true)
  expect(isAsLocked(locked, installed({ 'node_modules/b-darwin': { version: '2.0.0' } }), there)).toBe(true)
  expect(isAsLocked(locked, null, there)).toBe(false)
  expect(isAsLocked(locked, { packages: {} }, there)).toBe(false)
  expect(isAsLocked(locked, installed(), () => false)).toBe(false)
  expect(isAsLocked(locked, installed({ 'node_modules/a': { version: '1.2.4' } }), there)).toBe(false)
  const other = { version: '1.2.3', integrity: 'sha512-evil' }
  expect(isAsLocked(locked, installed({ 'node_modules/a': other }), there)).toBe(false)
  expect(isAsLocked(locked, installed({ 'node_modules/c': { version: '1.0.0' } }), there)).toBe(false)
})

it('the start command goes by the lockfile', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(scripts.start).toMatch(/^node test\/support\/as-locked\.mjs && /)
})
