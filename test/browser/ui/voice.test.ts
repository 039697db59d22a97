import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/** What the browser brings for voices is stood in for: one that says nothing, and an ear that hears what the test says. */

type Heard = {
  onresult: ((event: { resultIndex: number; results: object[] }) => void) | null
  onend: (() => void) | null
}
const hears = (heard: Heard | undefined, transcript: string, isFinal: boolean): void =>
  heard?.onresult?.({ resultIndex: 0, results: [{ isFinal, 0: { transcript } }] })

it('an answer is read aloud as words, without its marks, until it ends or is stopped', async () => {
  const spoken: SpeechSynthesisUtterance[] = []
  const speak = vi.spyOn(speechSynthesis, 'speak').mockImplementation((said) => void spoken.push(said))
  const cancel = vi.spyOn(speechSynthesis, 'cancel').mockImplementation(() => {})
  onTestFinished(() => {
    for (const spy of [speak, cancel]) spy.mockRestore()
  })
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, '# The **river**\n\nIt is [long](https://x.example).')])
  await openPage(fake, '#/session/one')
  const answer = page.getByRole('article', { name: 'Assistant' })
  await answer.hover()
  const begin = answer.getByRole('button', { name: 'Read aloud' })
  const stop = answer.getByRole('button', { name: 'Stop reading aloud' })
  await begin.click()
  await expect.element(stop).toBeVisible()
  await expect.poll(() => spoken.map(({ text }) => text).join(' ')).toMatch(/The river.*It is long/s)
  expect(spoken.map(({ text }) => text).join(' ')).not.toMatch(/[#*[\]]|https/)
  // it has said its last word
  spoken.at(-1)?.onend?.(new Event('end') as SpeechSynthesisEvent)
  await expect.element(begin).toBeVisible()
  await begin.click()
  await stop.click()
  await expect.element(begin).toBeVisible()
  expect(cancel).toHaveBeenCalled()
})

it('what is said comes into the message box, behind what stands there; before the first time one is told where the sound may go', async () => {
  const ears: Heard[] = []
  class Ear {
    onresult = null
    onend: (() => void) | null = null
    start(): void {
      ears.push(this)
    }
    stop(): void {
      this.onend?.()
    }
    abort(): void {
      this.onend?.()
    }
  }
  vi.stubGlobal('SpeechRecognition', Ear)
  onTestFinished(() => void vi.unstubAllGlobals())
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'Gone.')])
  await openPage(fake, '#/session/one')
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('Dear Anna,')
  await page.getByRole('button', { name: 'Dictate' }).click()
  await expect.element(page.getByText('Your browser may send what you say to its maker.')).toBeVisible()
  expect(ears).toEqual([])
  await page.getByRole('button', { name: 'Dictate' }).click()
  await expect.element(page.getByText('Listening…')).toBeVisible()
  hears(ears[0], 'how are', false)
  await expect.element(page.getByText('how are')).toBeVisible()
  hears(ears[0], 'how are you', true)
  await expect.element(box).toHaveValue('Dear Anna, how are you')
  await page.getByRole('button', { name: 'Stop dictating' }).click()
  await expect.element(page.getByRole('button', { name: 'Dictate' })).toBeVisible()
})
