import { createRoot } from 'solid-js'
import { expect, it, vi } from 'vitest'
import { createShownBlob } from '../../../../src/ui/base/kit/shown-blob.ts'

const BYTES = new Uint8Array([1, 2, 3])

it.each(['img', 'audio'] as const)(
  '%s: what goes away while it loads is not reported as missing, and bytes that come too late leave nothing behind',
  (tag) => {
    const given = vi.spyOn(URL, 'createObjectURL')
    const revoked = vi.spyOn(URL, 'revokeObjectURL')
    const element = document.createElement(tag)
    const stillLoads: boolean[] = []
    revoked.mockImplementation(() => void stillLoads.push(element.hasAttribute('src')))
    try {
      createRoot((dispose) => {
        const shown = createShownBlob()
        shown.by(element)
        for (const bytes of [BYTES, BYTES.subarray(1)]) element.src = shown.urlOf(bytes, 'image/png') ?? ''
        expect(revoked.mock.calls).toEqual([[given.mock.results[0]?.value]])
        dispose()
        expect(revoked).toHaveBeenLastCalledWith(given.mock.results[1]?.value)
        expect(stillLoads).toEqual([false, false])
        expect(shown.urlOf(BYTES, 'image/png')).toBeNull()
        expect(given).toHaveBeenCalledTimes(2)
      })
    } finally {
      vi.restoreAllMocks()
    }
  },
)
