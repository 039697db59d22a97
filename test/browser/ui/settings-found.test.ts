import { expect, it, onTestFinished, vi } from 'vitest'
import { placeOf, SETTINGS, type Setting, TAB_LOADING } from '../../../src/ui/settings/settings-index.ts'

it('a setting whose tab took longer than three seconds to load was not gone to: it is, when the tab is there', async () => {
  const panel = document.createElement('div')
  const loading = document.createElement('p')
  loading.className = TAB_LOADING
  panel.append(loading)
  document.body.append(panel)
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
    panel.remove()
  })
  const setting = SETTINGS.find(({ label }) => label === 'New persona') as Setting
  const found = placeOf(panel, setting)
  await vi.advanceTimersByTimeAsync(30_000)
  const button = document.createElement('button')
  button.textContent = 'New persona'
  panel.replaceChildren(button)
  await vi.advanceTimersByTimeAsync(100)
  expect(await found).toBe(button)
  // what a tab that is there does not show is waited for a little while only
  panel.replaceChildren()
  const missing = placeOf(panel, setting)
  await vi.advanceTimersByTimeAsync(3200)
  expect(await missing).toBe(null)
})
