import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProviderView } from '../../../src/protocol/provider-list.ts'
import type { McpServerView } from '../../../src/protocol/services.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/**
 * What is taken out of a list by its own button takes the focus along: it goes to what stands there then, and never to
 * the body.
 */

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const box = () => page.getByRole('textbox', { name: 'Message', exact: true })
const press = async (name: string): Promise<void> => {
  ;(button(name).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}
const openTab = async (fake: FakeWorker, tab: string): Promise<void> => {
  await openPage(fake)
  await button('Settings').click()
  await page.getByRole('tab', { name: tab }).click()
}

it('a model to go on with that was moved or removed left the focus nowhere', async () => {
  const fake = makeFakeWorker()
  const place = { kind: 'openai-compatible', label: 'Acme', baseUrl: 'https://a.example/v1', createdAt: 1 } as const
  const acme: ProviderView = { ...place, id: 'a', model: 'one', models: ['one', 'two', 'three'], hasKey: true }
  fake.providers = [acme]
  const models = ['one', 'two', 'three'].map((model) => ({ providerId: 'a', model }))
  fake.preferences = { ...fake.preferences, fallback: { models, after: 2 } }
  const order = () => fake.preferences.fallback.models.map(({ model }) => model)
  await openTab(fake, 'Models')
  await expect.element(button('Move three up')).toBeVisible()
  await press('Move three up')
  await expect.poll(order).toEqual(['one', 'three', 'two'])
  await expect.element(button('Move three up')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(order).toEqual(['three', 'one', 'two'])
  await expect.element(button('Remove fallback three')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Remove fallback one')).toHaveFocus()
  await press('Remove fallback two')
  await expect.element(button('Remove fallback one')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Add a fallback model')).toHaveFocus()
})

it('a word for always that was taken back left the focus nowhere', async () => {
  const fake = makeFakeWorker()
  fake.preferences = { ...fake.preferences, grants: ['origin:https://a.example', 'origin:https://b.example'] }
  await openTab(fake, 'Tools')
  await expect.element(button('Remove: Open pages on a.example')).toBeVisible()
  await press('Remove: Open pages on a.example')
  await expect.element(button('Remove: Open pages on b.example')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'Always allowed' })).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).not.toBe(document.body)
})

it('a word for a session that was taken back left the focus nowhere', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', []).config.grants = ['origin:https://a.example', 'origin:https://b.example']
  await openPage(fake, '#/session/one')
  await button('Session options').click()
  await expect.element(button('Revoke: Open pages on b.example')).toBeVisible()
  await press('Revoke: Open pages on b.example')
  await expect.element(button('Revoke: Open pages on a.example')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Allowed for this session')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).not.toBe(document.body)
})

it('an attachment that was taken off, or could not be attached, left the focus nowhere', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  await openPage(fake, '#/session/one')
  await expect.element(button('Attach files').last()).toBeVisible()
  const paste = (name: string): void => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([name], name, { type: 'text/plain' }))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    box().element().dispatchEvent(event)
  }
  for (const name of ['a.txt', 'b.txt']) paste(name)
  await expect.element(button('Put b.txt into the message')).toBeVisible()
  fake.refuses.set('put-blob', 'No room.')
  paste('c.txt')
  await expect.element(page.getByText('No room.')).toBeVisible()
  await press('Remove a.txt')
  await expect.element(button('Remove b.txt')).toHaveFocus()
  await press('Remove c.txt')
  await expect.element(button('Remove b.txt')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(box()).toHaveFocus()
  expect(fake.commands()).toEqual([])
})

it('unsent words that were discarded left the focus nowhere', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  for (const storage of [localStorage, sessionStorage]) storage.clear()
  localStorage.setItem('reflexor:draft:one', JSON.stringify({ text: 'Plan a', id: 'a', at: 1, tab: 'gone' }))
  fake.drafts.set('one:gone', { tab: 'gone', text: 'Plan a picnic', id: 'b', at: 2 })
  fake.drafts.set('one:other', { tab: 'other', text: 'And a walk', id: 'c', at: 3 })
  await openPage(fake, '#/session/one', true)
  await expect.element(button('Discard')).toBeVisible()
  await press('Discard')
  await expect.element(button('Discard')).not.toBeInTheDocument()
  await expect.element(box()).toHaveFocus()
})

it('a file that was renamed, or not after all, or deleted left the focus nowhere', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', []).files = ['a.md', 'b.md'].map((path) => ({
    ...{ path, blob: path === 'a.md' ? 'a'.repeat(64) : 'b'.repeat(64), size: 1, mediaType: '' },
    ...{ seq: 1, timestamp: 1 },
  }))
  await openPage(fake, '#/session/one')
  const line = (name: string) => page.getByRole('treeitem', { name })
  await line('a.md').click()
  const choose = async (file: string, choice: string): Promise<void> => {
    await button(`More for ${file}`).click()
    await page.getByRole('menuitem', { name: choice }).click()
  }
  const name = page.getByRole('textbox', { name: 'File name' })
  await choose('a.md', 'Rename')
  await name.fill('c.md')
  await userEvent.keyboard('{Escape}')
  await expect.element(name).not.toBeInTheDocument()
  await expect.element(button('More for a.md')).toHaveFocus()
  await choose('a.md', 'Rename')
  await name.fill('c.md')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('More for c.md')).toHaveFocus()
  await choose('c.md', 'Delete')
  await expect.element(line('c.md')).not.toBeInTheDocument()
  await expect.element(line('b.md')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await choose('b.md', 'Delete')
  await expect.element(button('Upload files')).toHaveFocus()
})

it('an MCP server that was removed left the focus nowhere, and the form of a new one took none and gave none back', async () => {
  const fake = makeFakeWorker()
  const server = (id: string): McpServerView => ({
    ...{ id, name: id, url: `https://${id}.example/mcp`, createdAt: 1, enabled: true, trusted: false },
    ...{ hasHeaders: false, status: null, note: '', tools: [], signIn: 'none', signedInAt: '' },
  })
  fake.services.servers = [server('rain'), server('snow')]
  await openTab(fake, 'MCP')
  await expect.element(button('Remove rain')).toBeVisible()
  await press('Remove rain')
  await expect.element(button('Remove rain')).not.toBeInTheDocument()
  await expect.element(button('Refresh')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Refresh')).toHaveFocus()
  await press('Remove snow')
  await expect.element(button('Add server')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'URL', exact: true })).toHaveFocus()
  await press('Cancel')
  await expect.element(button('Add server')).toHaveFocus()
})
