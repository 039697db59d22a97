import { expect, it } from 'vitest'
import type { Config, ToolPolicy } from '../../../../src/agent/config.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { linkedFolder } from '../../../../src/worker/policy/linked-tools.ts'

const policy = (approval: ToolPolicy['approval']): ToolPolicy => ({
  ...{ repeat: 'pure', approval, sequential: false, hash: 'link-1' },
})
const folder = (tools: Config['tools']) => {
  const loaded = new Error('its code was loaded')
  // a folder that may not be read needs no code
  return linkedFolder({} as Database, 'one', { tools } as Config, () => Promise.reject(loaded))
}
const list = (tools: Config['tools']) => folder(tools)?.list(new AbortController().signal, () => {})

it('a session that is linked to no folder has none in its shell', () => {
  expect(folder({})).toBeUndefined()
})

it.each(['ask', 'never'] as const)(
  'the shell read a folder whose reading the person has set to %s',
  async (approval) => {
    const allowed = policy('allow')
    await expect(list({ disk_list: allowed, disk_read: policy(approval) })).rejects.toThrow('The person decides')
    await expect(list({ disk_list: policy(approval), disk_read: allowed })).rejects.toThrow('The person decides')
    await expect(list({ disk_list: allowed, disk_read: allowed })).rejects.toThrow('its code was loaded')
  },
)
