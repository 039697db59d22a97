import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { databasesAsText } from './databases-as-text.ts'
import { seedProvider } from './seed-provider.ts'

/** The app as a person meets it: every selector is an accessible name, never a class: the names are a contract with people who use screen readers. */

export type Delivery = 'Steer' | 'Follow up' | 'Now' | 'Interrupt'
export type ProviderFields = {
  kind: 'OpenAI-compatible' | 'OpenAI' | 'Anthropic' | 'OpenRouter' | 'Google Gemini'
  baseUrl: string
  key?: string
  model?: string
  /** Answers are to go on at the provider, where it wants the person's word for that. */
  goOn?: true
  /** Tokens of the model's window; only where the provider is put in place. */
  window?: number
}
export type App = ReturnType<typeof appOn>

/** How long a person's patience is here: a shared machine with two cores. */
const PATIENCE = 60_000
const TEST_PROVIDER = { key: 'test-key-1234567890', model: 'mock-model' }
/** A view in which a conversation of a test has room as a whole. */
const ROOM = { width: 1280, height: 6000 }

/** Polls until the value is as expected; a failure shows what it was instead. */
export const eventually = <Value>(read: () => Value | Promise<Value>, what = '', timeout = PATIENCE) =>
  expect.poll(read, { timeout, interval: 30, message: what })

/**
 * Presses a button that decides once it stands still and is armed. A click of Playwright that finds it unarmed scrolls it to other places
 * between its tries, which makes it move again. What moved it in the moment of the press makes the press do nothing, and disarms it: a person
 * presses again. What was pressed in time looks alike until it goes.
 */
export async function pressArmed(button: Locator): Promise<void> {
  let pressed = false
  const armed = button.and(button.page().locator('[aria-disabled="false"]'))
  for (;;) {
    const ready = armed.waitFor().then(() => false)
    if (await (pressed ? Promise.race([ready, button.waitFor({ state: 'detached' }).then(() => true)]) : ready)) return
    pressed = true
    // behind the app's own listener, which stands at the document
    const wasDropped = await button.evaluateHandle((element) => {
      const seen = { dropped: false }
      const look = (): void => {
        seen.dropped = element.isConnected && element.getAttribute('aria-disabled') === 'true'
      }
      window.addEventListener('click', look, { once: true })
      return seen
    })
    await button.click()
    if (!(await wasDropped.evaluate(({ dropped }) => dropped))) return
  }
}

/** What a person can see of it: text that is folded away does not count. Empty when there is no such element. */
export async function visibleText(locator: Locator): Promise<string> {
  // in one look: what was there a moment before would be waited for
  const texts = await locator.evaluateAll((elements) =>
    // biome-ignore lint/performance/useDomNodeTextContent: rendered text is what is asked for
    elements.slice(-1).map((element) => (element as HTMLElement).innerText),
  )
  return (texts[0] ?? '').trim()
}

/** Whatever such an element says from now on, each time that something in the page changes. */
async function listen(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle((wanted) => {
    const texts: string[] = []
    const look = (): void => {
      for (const element of document.querySelectorAll(wanted)) {
        const text = element.textContent ?? ''
        if (!texts.includes(text)) texts.push(text)
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    return texts
  }, selector)
  return () => heard.jsonValue()
}

export function appOn(page: Page) {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const conversation = page.getByRole('log', { name: 'Conversation' })
  const answers = conversation.getByRole('article', { name: 'Assistant', exact: true })
  const questions = conversation.getByRole('article', { name: 'You', exact: true })
  const statusLine = page.getByRole('status', { name: 'Status', exact: true })
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  const providerDialog = page.getByRole('dialog', { name: 'Add provider' })
  const startHeading = page.getByRole('heading', { name: 'What can I help with?' })
  const sessions = page.getByRole('navigation', { name: 'Sessions' })
  const files = page.getByRole('region', { name: 'Files' })

  const status = (): Promise<string> => visibleText(statusLine)
  const untilStatus = async (wanted: string | RegExp, timeout = PATIENCE): Promise<void> => {
    if (typeof wanted === 'string') await eventually(status, 'the status line', timeout).toBe(wanted)
    else await eventually(status, 'the status line', timeout).toMatch(wanted)
  }
  const fillProvider = async ({ kind, baseUrl, key = '', model = '', goOn }: ProviderFields): Promise<void> => {
    await providerDialog.getByRole('combobox', { name: 'Kind' }).selectOption({ label: kind })
    await providerDialog.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl)
    await providerDialog.getByRole('textbox', { name: 'API key' }).fill(key)
    await providerDialog.getByRole('combobox', { name: 'Model' }).fill(model)
    if (goOn === undefined) return
    await providerDialog.getByText('Advanced', { exact: true }).click()
    await providerDialog.getByRole('checkbox', { name: /^Keep answers generating/ }).check()
  }
  const send = async (text: string, delivery?: Delivery): Promise<void> => {
    await composer.fill(text)
    if (delivery !== undefined) await page.getByRole('combobox', { name: 'Delivery' }).selectOption({ label: delivery })
    await button('Send').click()
    // the box empties when the message is known to be on disk
    await eventually(() => composer.inputValue(), 'the composer after sending').toBe('')
  }

  return {
    page,
    button,
    conversation,
    answers,
    questions,
    composer,
    providerDialog,
    sessions,
    send,
    status,
    untilStatus,
    fillProvider,
    toolCalls: (name: string): Locator => conversation.getByRole('group', { name: `Tool call: ${name}`, exact: true }),
    thinking: conversation.getByRole('group', { name: 'Thinking', exact: true }),
    files,
    /** They come by themselves with the first file: until then a person opens them. */
    openFiles: async (): Promise<void> => {
      const isPressed = await button('Show files').getAttribute('aria-pressed')
      if (isPressed !== 'true') await button('Show files').click()
      await files.waitFor()
    },
    /** From the first visit on: puts a provider in place and waits for the start page. A session begins with its first message. */
    connect: async (fields: ProviderFields): Promise<void> => {
      await seedProvider(page, { ...TEST_PROVIDER, ...fields })
      // not by polling, which only a test may do: what all tests of a file need is connected before them
      await startHeading.waitFor()
    },
    /** The same through "Add provider", as a person does it. */
    connectByDialog: async (fields: ProviderFields): Promise<void> => {
      await button('Add provider').click()
      await fillProvider({ ...TEST_PROVIDER, ...fields })
      await providerDialog.getByRole('button', { name: 'Save', exact: true }).click()
      await providerDialog.waitFor({ state: 'hidden' })
      await startHeading.waitFor()
    },
    /** Opens a session in which nothing was said yet, for what is set before that: the demo's, given this model and nothing to say. */
    openEmpty: async (model = 'mock-model'): Promise<void> => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Command' }).fill('Try the demo')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Model of this session' }).click()
      await page.getByRole('option', { name: model }).first().click()
      await button(`Model of this session: ${model}`).waitFor()
      await composer.fill('')
    },
    /** What the outcome line of "Add provider" says after a test. */
    testOutcome: async (): Promise<string> => {
      await providerDialog.getByRole('button', { name: 'Test', exact: true }).click()
      const outcome = providerDialog.getByRole('status', { name: 'Outcome' })
      await eventually(() => visibleText(outcome), 'the outcome of the test').toMatch(/^(?!Testing).+/)
      return visibleText(outcome)
    },
    /** Gives the one provider another key, in Settings. */
    changeKey: async (key: string): Promise<void> => {
      await button('Settings').click()
      const settings = page.getByRole('dialog', { name: 'Settings' })
      await settings.getByRole('button', { name: /^Edit / }).click()
      await page.getByRole('textbox', { name: 'API key' }).fill(key)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('textbox', { name: 'API key' }).waitFor({ state: 'hidden' })
      if (await settings.isVisible()) await settings.getByRole('button', { name: 'Close', exact: true }).click()
    },
    /** Goes to the box that begins a session: it is there once the first message is sent. */
    newSession: async (): Promise<void> => {
      await button('New session').click()
      await startHeading.waitFor()
    },
    /** Every question of the conversation: the list draws what is in view, so it is looked at in a view that has room for all. */
    questionTexts: async (): Promise<string[]> => {
      const read = async (): Promise<{ whole: boolean; texts: string[] }> =>
        conversation.evaluate((log) => {
          const rows = [...log.querySelectorAll('article[aria-posinset]')]
          return {
            whole: rows.length === Number(rows[0]?.getAttribute('aria-setsize') ?? 0),
            texts: rows.flatMap((row) =>
              row.getAttribute('aria-label') === 'You' ? (row.textContent ?? '').trim() : [],
            ),
          }
        })
      const size = page.viewportSize()
      const cramped = size !== null && size.height < ROOM.height
      if (cramped) await page.setViewportSize(ROOM)
      const end = Date.now() + PATIENCE
      let now = await read()
      for (let before = ['']; (!now.whole || now.texts.join() !== before.join()) && Date.now() < end; ) {
        await page.waitForTimeout(60)
        before = now.texts
        now = await read()
      }
      if (cramped) await page.setViewportSize(size)
      return now.texts
    },
    lastAnswer: (): Promise<string> => visibleText(answers),
    /** From now on all that the status line and the answers say is kept, for what is gone before a test looks. Both end with a reload. */
    listenToStatus: () => listen(page, '[role="status"][aria-label="Status"]'),
    listenToAnswers: () => listen(page, 'article[aria-label="Assistant"]'),
    /** Waits until the disk has this: text under way comes there a quarter of a second late, or later on a slow machine. */
    untilKept: async (text: RegExp): Promise<void> =>
      void (await eventually(() => page.evaluate(databasesAsText), 'what is kept').toMatch(text)),
    /** Waits until the newest answer shows this. */
    untilAnswer: async (text: string | RegExp, timeout = PATIENCE): Promise<void> => {
      const read = (): Promise<string> => visibleText(answers)
      if (typeof text === 'string') await eventually(read, 'the newest answer', timeout).toContain(text)
      else await eventually(read, 'the newest answer', timeout).toMatch(text)
    },
  }
}
