import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isAsLocked, tooOld, whyNotInstalled } from '../support/as-locked.mjs'

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

it('an install that was cut off counted as done: npm writes what it has installed as the last thing, and a folder may be missing', () => {
  expect(isAsLocked(locked, null, there)).toBe(false)
  expect(isAsLocked(locked, installed(), (path) => path !== 'node_modules/a')).toBe(false)
})

it('without a network npm said twelve lines about proxies: it is one line, with the code', () => {
  const said = [
    'npm error code ENOTFOUND',
    'npm error syscall getaddrinfo',
    'npm error network request to https://registry.example/a failed',
  ].join('\n')
  expect(whyNotInstalled(said)).toMatch(/^The packages cannot be installed.*\(ENOTFOUND\)\. Go online.*$/)
  for (const code of ['EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT', 'ERR_SOCKET_TIMEOUT', 'ENETUNREACH'])
    expect(whyNotInstalled(`npm error code ${code}\nnpm error more`)).not.toContain('\n')
  // anything else is told in npm's own words
  expect(whyNotInstalled('npm error code EINTEGRITY\nnpm error sha512-a\n')).toBe(
    'npm error code EINTEGRITY\nnpm error sha512-a',
  )
})

it('a Node that is too old failed somewhere inside a package: it is said first', () => {
  for (const version of ['16.20.2', '18.20.8', '20.18.3'])
    expect(tooOld(version)).toContain(`Node ${version} is too old`)
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '24.1.0']) expect(tooOld(version)).toBeNull()
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(tooOld('18.20.8')).toContain(engines.node.replace('>=', 'needs Node '))
})

it('the start command goes by the lockfile', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(scripts.start).toMatch(/^node test\/support\/as-locked\.mjs && /)
})
