import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ToolCall } from '../../../src/agent/message.ts'
import { answerRow, callOf, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/**
 * What a person reads before they approve: nothing that counts is out of sight, and nothing looks like what it is not.
 */

const card = (name: string) => page.getByRole('group', { name: `Tool call: ${name}` })

async function openWith(more: Partial<ToolCall>): Promise<void> {
  const call = callOf('1.0.0', { name: 'fetch_page', status: 'pending', started: false, args: '{}', ...more })
  const fake = makeFakeWorker()
  fake.addSession(
    'one',
    [userRow(0, 'Go'), answerRow(1, '', { calls: [call], settledAt: null })],
    unsettledHead(1, 1, [call]),
  )
  await openPage(fake, '#/session/one')
}

const LONG_HOST = `accounts.google.com.${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.evil.example`

it('a host of 200 characters showed "accounts.google.com" and ran off the window with what counts: it wraps, and its domain stands out', async () => {
  await openWith({ grant: `origin:https://${LONG_HOST}`, args: JSON.stringify({ url: `https://${LONG_HOST}/` }) })
  await page.viewport(390, 844)
  const words = card('fetch_page').getByText(/Allow Reflexor to open pages on/)
  await expect.element(words).toHaveTextContent(`Allow Reflexor to open pages on ${LONG_HOST}?`)
  const domain = words.getByText('evil.example', { exact: true })
  await expect.element(domain).toBeVisible()
  const { right, bottom, top } = domain.element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(390)
  expect(bottom).toBeGreaterThan(top)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  const weight = (element: Element): number => Number(getComputedStyle(element).fontWeight)
  expect(weight(domain.element())).toBeGreaterThan(weight(domain.element().parentElement as Element))
})

it('a call that opens more pages of a site than a few lists them, with their count', async () => {
  const list = ['https://a.example/1', 'https://a.example/\u202e2', `https://a.example/${'x'.repeat(250)}`]
  await openWith({ grant: 'links:https://a.example', opens: { count: 40, list } })
  const words = card('fetch_page')
  await expect.element(words.getByText(/open more pages on a\.example/)).toBeVisible()
  await expect.element(words.getByText(/^40 pages of this site since/)).toBeVisible()
  const pages = words.getByRole('region', { name: 'Pages opened' })
  await expect.element(pages.getByRole('listitem').nth(1)).toHaveTextContent('https://a.example/\\u202e2')
  expect(pages.getByRole('list').element().getAttribute('start')).toBe('38')
  const scopes = page.getByRole('combobox', { name: 'Scope' }).element() as HTMLSelectElement
  expect([...scopes.options].map(({ text }) => text)).toEqual(['Just once', 'This session'])
})

it.each([
  ['of a tool', { name: 'write_file', args: JSON.stringify({ path: 'a.sh', content: 'echo 1\n'.repeat(403) }) }],
  ['that is no JSON', { args: 'a\n'.repeat(403) }],
  ['that would be sent', { sends: 'a\n'.repeat(403), grant: 'origin:https://a.example' }],
] as const)('403 lines in an argument %s looked like 12: their number is said', async (_, more) => {
  await openWith(more)
  await expect.element(page.getByText(/^403 lines$/).first()).toBeVisible()
})

it('a replacement of many lines says how many', async () => {
  const args = JSON.stringify({ path: 'a', find: 'x\n'.repeat(30), replace: 'y\n'.repeat(30) })
  await openWith({ name: 'edit_file', args })
  await expect.element(page.getByText(/^\d\d lines$/).first()).toBeVisible()
})

it('signs that turn a text round came through in words of others: titles, errors, models, names of tools and files', async () => {
  const evil = (text: string): string => `${text}\u202egpj\u2066\u200b`
  const fake = makeFakeWorker()
  const call = callOf('1.0.0', { name: evil('tool'), args: JSON.stringify({ [evil('key')]: evil('value') }) })
  const failure = { kind: 'server' as const, message: evil('The provider said no') }
  fake.addSession(
    'one',
    [
      userRow(0, 'Go'),
      answerRow(1, 'x', { calls: [call] }),
      answerRow(2, '', { status: 'failed', failure, model: { providerId: 'p', model: evil('model') } }),
    ],
    { title: evil('Title'), hold: { kind: 'failed', failure } },
  )
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText(/The provider said no/).first()).toBeVisible()
  const shown = (): string[] => {
    const texts = [document.title, document.body.textContent ?? '']
    for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]'))
      texts.push(...['title', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name) ?? ''))
    return texts
  }
  await expect.poll(() => shown().join('').includes('\\u202e')).toBe(true)
  expect(shown().filter((text) => /[\u202a-\u202e\u2066-\u2069\u200b]/u.test(text))).toEqual([])
})
