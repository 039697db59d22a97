import { describe, expect, it } from 'vitest'
import { refusesFrame } from '../../../../src/ui/page/boot/frame-guard.ts'

type Page = Parameters<typeof refusesFrame>[0]

function framed(ancestors: string[] | undefined, topOrigin = 'https://app.example'): Page {
  const location = { origin: 'https://app.example', ancestorOrigins: ancestors }
  const top = { location: { origin: topOrigin } }
  return { self: {}, top, parent: top, location } as unknown as Page
}

describe('refusesFrame', () => {
  it('lets a page run that stands alone', () => {
    const page = { location: { origin: 'https://app.example' } } as unknown as Window
    expect(refusesFrame({ self: page, top: page, parent: page, location: page.location } as Page)).toBe(false)
  })

  it('lets a page run that our own origin frames', () => {
    expect(refusesFrame(framed(['https://app.example']))).toBe(false)
    expect(refusesFrame(framed(undefined))).toBe(false)
  })

  it('refuses a foreign frame anywhere above', () => {
    expect(refusesFrame(framed(['https://evil.example']))).toBe(true)
    expect(refusesFrame(framed(['https://app.example', 'https://evil.example']))).toBe(true)
  })

  it('refuses where the browser hides the frame above, as Firefox does', () => {
    const page = framed(undefined)
    Object.defineProperty(page, 'top', {
      value: {
        get location(): never {
          throw new DOMException('blocked', 'SecurityError')
        },
      },
    })
    expect(refusesFrame(page)).toBe(true)
  })
})
