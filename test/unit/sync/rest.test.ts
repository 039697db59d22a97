import { expect, it } from 'vitest'
import { rest } from '../../../src/sync/rest.ts'

it('a pause that begins after its end was said was waited for to the end', async () => {
  await expect(rest(1e6, AbortSignal.abort('gone'))).rejects.toBe('gone')
}, 5000)
