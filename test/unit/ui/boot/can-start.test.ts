import { expect, it } from 'vitest'
import { canStart } from '../../../../src/ui/page/boot/can-start.ts'

const storage = { length: 0 } as Storage
const whole = { localStorage: storage, sessionStorage: storage, isSecureContext: true }
const refusing = (name: 'localStorage' | 'sessionStorage') =>
  Object.defineProperty({ ...whole }, name, {
    get(): never {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })

it('where data of sites is blocked, or over plain http, the page stayed an empty skeleton: it is known before anything starts', () => {
  expect(canStart(whole)).toBe(true)
  expect(canStart(refusing('localStorage'))).toBe(false)
  expect(canStart(refusing('sessionStorage'))).toBe(false)
  // Firefox with its storage switched off
  expect(canStart({ ...whole, localStorage: null as unknown as Storage })).toBe(false)
  expect(canStart({ ...whole, isSecureContext: false })).toBe(false)
})
