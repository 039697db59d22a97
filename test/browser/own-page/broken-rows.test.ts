import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { UserMessageView } from '../../../src/ui/conversation/transcript/UserMessageView.tsx'
import { answerRow, callOf, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from '../ui/open-page.ts'

/** Parts of the transcript that throw when they are drawn, each in its own place. */
vi.mock('../../../src/ui/conversation/transcript/UserMessageView.tsx', async (load) => {
  const real = await load<{ UserMessageView: typeof UserMessageView }>()
  return {
    UserMessageView: (props: Parameters<typeof UserMessageView>[0]) => {
      if (JSON.stringify(props.content).includes('broken question')) throw new Error('cannot draw a question')
      return real.UserMessageView(props)
    },
  }
})
vi.mock('../../../src/ui/conversation/transcript/Thinking.tsx', () => ({
  default: () => {
    throw new Error('cannot draw what was thought')
  },
}))
vi.mock('../../../src/ui/settings/usage/AnswerUsage.tsx', () => ({
  default: () => {
    throw new Error('cannot draw what it took')
  },
}))
vi.mock('../../../src/ui/conversation/branches/MessageActions.tsx', () => ({
  default: ({ row }: { row: { n: number } }) => {
    if (row.n === 4) throw new Error('cannot draw the actions')
    return null
  },
}))

it('a row that throws while it is drawn is shown as text; all others, the composer and what comes later do not suffer', async () => {
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  // beyond what a date can hold
  const wait = callOf('2.0.0', { name: 'wait', args: '{"words":"of the wait"}', status: 'waiting', until: 9e15 })
  const fake = makeFakeWorker()
  fake.addSession('one', [
    userRow(0, 'The first question'),
    userRow(1, 'A broken question, whose words stay'),
    answerRow(2, '', {
      content: [
        { type: 'thinking', text: 'Hm.' },
        { type: 'text', text: 'A broken answer, whose words stay' },
      ],
    }),
    answerRow(3, 'An answer with a broken call', { calls: [wait] }),
    answerRow(4, 'An answer with broken actions', { usage }),
    userRow(5, 'The last question'),
  ])
  await openPage(fake, '#/session/one')
  const rows = page.getByRole('log', { name: 'Conversation' })
  const row = (n: number) => rows.getByRole('article').nth(n)
  await expect.element(rows.getByText('The last question')).toBeVisible()
  await expect.element(rows.getByText('The first question')).toBeVisible()
  for (const [n, words] of [
    [1, 'A broken question, whose words stay'],
    [2, 'A broken answer, whose words stay'],
  ] as const) {
    await expect.element(row(n)).toHaveTextContent(words)
    await expect.element(row(n)).toHaveTextContent('This couldn’t be displayed, so it is shown as text.')
  }
  const card = page.getByRole('group', { name: 'Tool call: wait' })
  await expect.element(card).toHaveTextContent('This call couldn’t be displayed, so it is shown as text.')
  await expect.element(card).toHaveTextContent('of the wait')
  await expect.element(row(3)).toHaveTextContent('An answer with a broken call')
  await expect.element(row(4)).toHaveTextContent('An answer with broken actions')
  await expect.element(row(4)).toHaveTextContent('Something here couldn’t be shown.')
  for (const n of [0, 3, 4, 5]) expect(row(n).element().textContent, `row ${n}`).not.toContain('shown as text.A')

  fake.commit('one', { messages: [answerRow(6, 'What came later')] })
  await expect.element(rows.getByText('What came later')).toBeVisible()
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('It goes on')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(() => fake.commands().map(({ command }) => JSON.stringify(command)))
    .toContainEqual(expect.stringContaining('It goes on'))
})
