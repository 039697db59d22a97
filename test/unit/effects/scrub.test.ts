import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scrub } from '../../../src/effects/scrub.ts'

const SECRET = 'sk-ant/api+03:aB"c='

describe('scrub', () => {
  it.each([
    ['as it is', SECRET],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['inside JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in base64', btoa(SECRET)],
    ['in URL-safe base64', btoa(SECRET).replaceAll('+', '-').replaceAll('/', '_')],
  ])('removes a secret %s', (_, form) => {
    const clean = scrub(`before ${form} after, ${form}`, [SECRET])
    expect(clean).toContain('before [secret]')
    expect(clean).not.toContain(form.slice(0, 12))
  })
  it('removes it from basic authentication, whatever stands in front', () => {
    for (const user of ['', 'u', 'us', 'use', 'user']) {
      const clean = scrub(`Basic ${btoa(`${user}:${SECRET}`)}`, [SECRET])
      const rest = clean.replace('[secret]', '').replace('Basic ', '')
      expect(clean).toContain('[secret]')
      expect(rest.length).toBeLessThan(user.length + 12)
    }
  })
  it('leaves other text and very short secrets alone', () => {
    expect(scrub('nothing to hide', [SECRET, '', 'to'])).toBe('nothing to hide')
  })
  it('a secret that contains another one goes as a whole', () => {
    expect(scrub('key abcdefgh!', ['abcd', 'abcdefgh'])).toBe('key [secret]!')
  })
  it('never leaves a secret in any text', () => {
    const secret = fc.stringMatching(/^[a-zA-Z0-9_+/=-]{8,40}$/)
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (key, before, after) => {
        expect(scrub(`${before}|${key}|${after}`, [key])).not.toContain(key)
      }),
      { seed: 11 },
    )
  })
})
