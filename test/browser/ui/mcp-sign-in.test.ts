import axe from 'axe-core'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { McpServerView } from '../../../src/protocol/services.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { changing } from './at-rest.ts'
import { openPage } from './open-page.ts'

const server = (id: string, more: Partial<McpServerView> = {}): McpServerView => ({
  id,
  name: id,
  url: `https://mcp.${id}.example/mcp`,
  enabled: true,
  trusted: false,
  createdAt: 1,
  hasHeaders: false,
  signIn: 'wanted',
  signedInAt: '',
  status: { ok: false, message: `mcp.${id}.example wants a key or a sign-in (401).`, at: 1 },
  note: '',
  tools: [],
  ...more,
})
const open = async (fake: ReturnType<typeof makeFakeWorker>): Promise<void> => {
  await openPage(fake)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'MCP' }).click()
}
const servers = () => page.getByRole('region', { name: 'MCP servers' })
const signIn = () => servers().getByRole('button', { name: 'Sign in', exact: true })
const ownAddress = (): string => location.origin + location.pathname

/** A window as the browser opens it, without opening one. */
function pretendWindow() {
  const opened = {
    opener: window as unknown,
    document: { title: '', body: { textContent: '' } },
    location: { replace: vi.fn() },
    close: vi.fn(),
  }
  const spy = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  return { opened, spy }
}

it('a sign-in opens a window that knows nothing of this page, and the card shows it when it is done elsewhere', async () => {
  const fake = makeFakeWorker()
  fake.services.servers = [server('notes')]
  const { opened, spy } = pretendWindow()
  await open(fake)
  await signIn().click()
  await expect
    .element(servers().getByRole('status', { name: 'Sign-in' }))
    .toHaveTextContent('Waiting for you to confirm there')
  expect(opened.opener).toBeNull()
  expect(opened.location.replace).toHaveBeenCalledWith('https://auth.example/authorize?state=x')
  expect(fake.requests('begin-mcp-sign-in')).toEqual([
    { kind: 'begin-mcp-sign-in', serverId: 'notes', redirectUrl: ownAddress() },
  ])
  // another tab has finished it
  const [notes] = fake.services.servers
  Object.assign(notes ?? {}, {
    signIn: 'in',
    signedInAt: 'https://auth.example',
    status: { ok: true, message: 'It works.', at: 2 },
  })
  fake.send({ type: 'settings-changed' })
  await expect.element(servers().getByText('Signed in at auth.example')).toBeVisible()
  await servers().getByRole('button', { name: 'Sign out' }).click()
  await expect.element(signIn()).toBeVisible()
  expect(fake.requests('sign-out-mcp-server')).toEqual([{ kind: 'sign-out-mcp-server', serverId: 'notes' }])
  spy.mockRestore()
})

it('where the browser opens no window there is a link; what goes wrong stands in the card and closes the window', async () => {
  const fake = makeFakeWorker()
  fake.services.servers = [server('notes', { signIn: 'again' })]
  const spy = vi.spyOn(window, 'open').mockReturnValue(null)
  await open(fake)
  await servers().getByRole('button', { name: 'Sign in again' }).click()
  const link = servers().getByRole('link', { name: 'Open the sign-in page of auth.example' })
  await expect.element(link).toHaveAttribute('href', 'https://auth.example/authorize?state=x')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  spy.mockRestore()
  const { opened, spy: second } = pretendWindow()
  fake.refuses.set('begin-mcp-sign-in', 'mcp.notes.example wants a sign-in, and does not say how.')
  await servers().getByRole('button', { name: 'Sign in again' }).click()
  await expect.element(servers().getByText('and does not say how.')).toBeVisible()
  await expect.poll(() => opened.close.mock.calls.length).toBe(1)
  second.mockRestore()
})

it('who is signed in, but would need more rights, may also sign out', async () => {
  const fake = makeFakeWorker()
  fake.services.servers = [server('notes', { signIn: 'again' })]
  await open(fake)
  await servers().getByRole('button', { name: 'Sign out' }).click()
  await expect
    .poll(() => fake.requests('sign-out-mcp-server'))
    .toEqual([{ kind: 'sign-out-mcp-server', serverId: 'notes' }])
})

it('an authority that registers nobody: the person reads what to register, and types the id', async () => {
  const fake = makeFakeWorker()
  fake.services.servers = [server('closed')]
  const { opened, spy } = pretendWindow()
  await open(fake)
  await signIn().click()
  await expect.element(servers().getByText(ownAddress(), { exact: true })).toBeVisible()
  await expect.poll(() => opened.close.mock.calls.length).toBe(1)
  await expect.element(signIn()).toBeDisabled()
  // the button changes its colours, which takes a moment
  await expect.poll(changing).toBe(0)
  const { violations } = await axe.run(servers().element())
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
  await servers().getByRole('textbox', { name: 'Client ID' }).fill(' mine ')
  await servers().getByRole('textbox', { name: 'Client secret (if any)' }).fill('hush')
  await signIn().click()
  await expect
    .poll(() => fake.requests('begin-mcp-sign-in').at(-1))
    .toMatchObject({ clientId: 'mine', clientSecret: 'hush', redirectUrl: ownAddress() })
  spy.mockRestore()
})

it('the page that a sign-in comes back to hands its query to the worker, says how it went, and cleans the address', async () => {
  const fake = makeFakeWorker('follower')
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  fake.refuses.set('finish-mcp-sign-in', 'auth.example cannot be reached.')
  await openPage(fake, '?code=c&state=notes.s#/')
  const dialog = page.getByRole('dialog', { name: 'Sign-in' })
  await expect
    .element(dialog.getByRole('status', { name: 'Outcome' }))
    .toHaveTextContent('auth.example cannot be reached.')
  // a reload would try again
  expect(location.search).toBe('?code=c&state=notes.s')
  fake.refuses.clear()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect
    .element(dialog.getByRole('status', { name: 'Outcome' }))
    .toHaveTextContent('You are signed in to notes at auth.example.')
  expect(fake.requests('finish-mcp-sign-in').at(-1)).toEqual({
    kind: 'finish-mcp-sign-in',
    query: 'code=c&state=notes.s',
  })
  await expect.poll(() => [location.search, close.mock.calls.length]).toEqual(['', 1])
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  close.mockRestore()
})
