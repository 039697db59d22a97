import { expect, it, onTestFinished, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/**
 * What the browser brings for voices is stood in for: one that says nothing, and an ear that hears what the test says.
 */

type Heard = {
  onresult: ((event: { resultIndex: number; results: object[] }) => void) | null
  onend: (() => void) | null
}
/** Reads an answer aloud by its menu. */
const begin = async (answer: Locator): Promise<void> => {
  await answer.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Read aloud' }).click()
}
const hears = (heard: Heard | undefined, transcript: string, isFinal: boolean): void =>
  heard?.onresult?.({ resultIndex: 0, results: [{ isFinal, 0: { transcript } }] })

it('an answer is read aloud as words, without its marks, until it ends or is stopped', async () => {
  const { spoken, cancel } = withVoices([{ lang: 'en-US' } as SpeechSynthesisVoice])
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, '# The **river**\n\nIt is [long](https://x.example).')])
  await openPage(fake, '#/session/one')
  const answer = page.getByRole('article', { name: 'Assistant' })
  await answer.hover()
  const stop = answer.getByRole('button', { name: 'Stop reading aloud' })
  await begin(answer)
  await expect.element(stop).toBeVisible()
  await expect.poll(() => spoken.map(({ text }) => text).join(' ')).toMatch(/The river.*It is long/s)
  expect(spoken.map(({ text }) => text).join(' ')).not.toMatch(/[#*[\]]|https/)
  // it has said its last word
  spoken.at(-1)?.onend?.(new Event('end') as SpeechSynthesisEvent)
  await expect.element(stop).not.toBeInTheDocument()
  await begin(answer)
  await stop.click()
  await expect.element(stop).not.toBeInTheDocument()
  expect(cancel).toHaveBeenCalled()
})

it('while an answer was read its stop button went out of sight with the pointer', async () => {
  withVoices([{ lang: 'en-US' } as SpeechSynthesisVoice])
  const fake = makeFakeWorker()
  const rows = [userRow(0, 'Go'), answerRow(1, 'A river.'), userRow(2, 'On'), answerRow(3, 'Another one.')]
  fake.addSession('one', rows)
  await openPage(fake, '#/session/one')
  const answer = page.getByRole('article', { name: 'Assistant' }).first()
  const stop = answer.getByRole('button', { name: 'Stop reading aloud' })
  const opacity = () => getComputedStyle(answer.element().querySelector('.message-buttons') as Element).opacity
  await answer.hover()
  await begin(answer)
  await expect.element(stop).toBeVisible()
  ;(document.activeElement as HTMLElement).blur()
  await page.getByRole('textbox', { name: 'Message' }).click()
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(opacity()).toBe('1')
  await stop.click()
  await page.getByRole('textbox', { name: 'Message' }).click()
  await expect.poll(opacity).toBe('0')
})

it('a browser without a voice, or with none for the language, read nothing aloud and did not say so', async () => {
  const { spoken } = withVoices([])
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'A river.')])
  await openPage(fake, '#/session/one')
  const answer = page.getByRole('article', { name: 'Assistant' })
  const notice = page.getByRole('status', { name: 'Notice' })
  const stop = answer.getByRole('button', { name: 'Stop reading aloud' })
  await answer.hover()
  await begin(answer)
  await expect.element(notice).toHaveTextContent('This browser has no voices for reading aloud.')
  await expect.element(stop).not.toBeInTheDocument()
  for (const [error, words] of [
    ['language-unavailable', 'This browser has no voice for this language.'],
    ['synthesis-failed', 'Reading aloud stopped unexpectedly.'],
  ] as const) {
    spoken.length = 0
    await begin(answer)
    await expect.poll(() => spoken.length).toBe(1)
    spoken.at(-1)?.onerror?.(new SpeechSynthesisErrorEvent('error', { utterance: spoken.at(-1) as never, error }))
    await expect.element(notice).toHaveTextContent(words)
    await expect.element(stop).not.toBeInTheDocument()
  }
})

/** The browser's voices are these; what they are given is kept. */
function withVoices(voices: SpeechSynthesisVoice[]) {
  const spoken: SpeechSynthesisUtterance[] = []
  const speak = vi.spyOn(speechSynthesis, 'speak').mockImplementation((said) => void spoken.push(said))
  const cancel = vi.spyOn(speechSynthesis, 'cancel').mockImplementation(() => {})
  const known = vi.spyOn(speechSynthesis, 'getVoices').mockImplementation(() => voices)
  onTestFinished(() => {
    for (const spy of [speak, cancel, known]) spy.mockRestore()
  })
  return { spoken, cancel }
}

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
  await expect.element(page.getByText('Your browser may send your speech to its vendor.')).toBeVisible()
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
