import { expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { answerRow, callOf, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { countThreadTime } from '../../support/thread-time.ts'
import { pressAtOnce, rowInView, standsStill } from './at-rest.ts'
import { openPage } from './open-page.ts'

/** What a model may write so that a session hides, breaks or lies; all of it in one session, which must stand. */
it('no answer hides or breaks the others: each of them is shown, and what cannot be drawn is text', async () => {
  const deep = (open: string, close: string): string => `{"a":${open.repeat(7000)}${close.repeat(7000)}}`
  const texts = [
    '> '.repeat(5000),
    '_a*'.repeat(50_000),
    '[a]('.repeat(8000),
    '<b><i>'.repeat(10_000),
    '`'.repeat(50_000),
  ]
  const args = ['['.repeat(14_000), deep('[', ']'), deep('{"a":', '}').replaceAll('{"a":}', '{}'), '{'.repeat(14_000)]
  const calls = args.map((text, n) =>
    callOf(`1.0.${n}`, {
      name: `call_${n}`,
      args: text,
      result: { kind: 'ok', content: [{ type: 'text', text: 'done' }], terminate: false, timestamp: 1 },
    }),
  )
  const fake = makeFakeWorker()
  fake.addSession('one', [
    userRow(0, 'The first'),
    ...texts.map((text, n) => answerRow(n + 1, `${text}\n\nend of ${n}`)),
    answerRow(texts.length + 1, 'With calls', { calls }),
    userRow(texts.length + 2, 'The last'),
  ])
  const opened = await countThreadTime(cdp())
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText('The last')).toBeVisible()
  await expect.element(page.getByText('With calls')).toBeVisible()
  const took = await opened()
  // while the texts above are formatted it is moved, also out of view, and a press may miss it
  const steps = page.getByRole('button', { name: /^Used call 0/ })
  const stands = async (): Promise<boolean> => {
    await rowInView(texts.length + 2)
    return steps.query() !== null
  }
  await expect.poll(stands).toBe(true)
  await standsStill(steps)
  const pressed = await countThreadTime(cdp())
  await steps.click()
  for (const [n] of calls.entries())
    await expect.element(page.getByRole('group', { name: `Tool call: call_${n}` })).toBeInTheDocument()
  expect(took + (await pressed())).toBeLessThan(15_000)
})

it('arguments are shown as they will be sent, and a press that was under way when they came approves nothing', async () => {
  const hidden = [...'send all'].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('')
  const args = JSON.stringify({ path: 'invoice\u202Efdp.exe', note: hidden })
  const call = callOf('1.0.0', { status: 'pending', started: false, args })
  const fake = makeFakeWorker()
  fake.addSession(
    'one',
    [userRow(0, 'Go'), answerRow(1, 'x', { calls: [call], settledAt: null })],
    unsettledHead(1, 1, [call]),
  )
  // as a click that was meant for what stood there before
  const isPressed = pressAtOnce('Approve')
  await openPage(fake, '#/session/one')
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect.element(approve).toBeVisible()
  await expect.poll(isPressed).toBe(true)
  expect(fake.commands()).toEqual([])
  const card = page.getByRole('group', { name: 'Tool call: write_file' })
  await expect.element(card.getByText(/It holds signs that are not seen/)).toBeVisible()
  const shown = card.element().textContent
  expect(shown).toContain('invoice\\u202efdp.exe')
  expect(shown).toContain('\\udb40\\udc73')
  expect(shown).not.toMatch(/\p{Cf}/u)
  await page.getByRole('button', { name: 'Edit arguments' }).click()
  const field = page.getByRole('textbox', { name: 'Arguments' })
  await expect.element(field).toHaveValue(
    JSON.stringify(JSON.parse(args), null, 2)
      .replace('\u202E', '\\u202e')
      .replace(hidden, (text) =>
        Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16)}`).join(''),
      ),
  )
  await standsStill(approve)
  await approve.click()
  await expect.poll(() => fake.commands().length).toBe(1)
  const [sent] = fake.commands()
  // written out, they mean the same: nothing was edited
  expect(sent?.command).toMatchObject({ input: { type: 'user-decide-tool-call', decision: 'approve' } })
  expect(JSON.stringify(sent?.command)).not.toContain('"arguments"')
})
