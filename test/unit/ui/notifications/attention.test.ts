import { expect, it, vi } from 'vitest'
import type { SessionItem } from '../../../../src/protocol/common.ts'

const shown: unknown[] = []
vi.mock(import('../../../../src/ui/base/notifications/notification.ts'), async (original) => ({
  ...(await original()),
  showNotification: async (wanted) => shown.push(wanted) > 0,
}))

it('a tab that nobody looks at says how many sessions ended or wait, until somebody looks', async () => {
  const icon = { href: 'https://x.example/icons/icon.svg' }
  let looked: (() => void) | null = null
  const page = {
    hidden: true,
    querySelector: () => icon,
    addEventListener: (_: string, listener: () => void) => {
      looked = listener
    },
    removeEventListener: () => {
      looked = null
    },
  }
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', {})
  const { callAttention } = await import('../../../../src/ui/base/notifications/attention.ts')
  const { tabTitle } = await import('../../../../src/ui/base/notifications/news.ts')
  const item = (id: string, more: Partial<SessionItem>): SessionItem => ({
    ...{
      id,
      title: `A\u202E ${id}`,
      timestamp: 1,
      createdAt: 1,
      status: 'idle',
      busy: false,
      count: 2,
      deletedAt: null,
    },
    ...more,
  })
  await callAttention(
    [
      item('ended', {}),
      item('asks', { status: 'waiting-for-you' }),
      item('rested', {}),
      item('gone', { deletedAt: 1 }),
    ],
    [{ busy: true }, { busy: true, status: 'using' }, { busy: false }, { busy: true }],
  )
  expect(tabTitle('Rivers')).toBe('(2) Rivers')
  expect(icon.href).toBe('https://x.example/icons/icon-news.svg')
  // what asks has its own notification
  expect(shown).toEqual([{ sessionId: 'ended', tag: 'session-ended', title: 'A ended', text: 'It is done.' }])
  page.hidden = false
  ;(looked as (() => void) | null)?.()
  expect(tabTitle('Rivers')).toBe('Rivers')
  expect(icon.href).toBe('https://x.example/icons/icon.svg')
  expect(looked).toBeNull()
  vi.unstubAllGlobals()
})
