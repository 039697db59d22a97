import { expect, it } from 'vitest'
import { registrableDomain } from '../../../../src/ui/conversation/tool-calls/registrable-domain.ts'

it.each([
  ['accounts.google.com.aaa.bbb.evil.example', 'evil.example'],
  ['www.bbc.co.uk', 'bbc.co.uk'],
  ['accounts.google.com.evil.co.uk', 'evil.co.uk'],
  ['google.com-login.evil.com.au', 'evil.com.au'],
  // whoever has a part of a shared host has only that
  ['google.com.me.github.io', 'me.github.io'],
  ['google.evil.pages.dev', 'evil.pages.dev'],
  ['xn--pple-43d.com', 'xn--pple-43d.com'],
  ['a.xn--fiqs8s', 'a.xn--fiqs8s'],
  // names that nobody registers stand whole
  ['192.168.1.7', '192.168.1.7'],
  ['[::1]', '[::1]'],
  ['localhost', 'localhost'],
  ['printer', 'printer'],
  ['github.io', 'github.io'],
])('%s belongs to whoever has %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain)
})
