import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { databasesAsText } from './databases-as-text.ts'
import { seedProvider } from './seed-provider.ts'

/**
 * The app as a person uses it: every selector is an accessible name, never a class. The names are a contract with
 * people who use screen readers.
 */

export type Delivery = 'Steer' | 'Follow up' | 'Now' | 'Interrupt'
export type ProviderFields = {
  kind: 'OpenAI-compatible' | 'OpenAI' | 'Anthropic' | 'OpenRouter' | 'Google Gemini'
  baseUrl: string
  key?: string
  model?: string
  /** Answers shall continue at the provider, if that needs the person's consent. */
  goOn?: true
  /** The model's context window in tokens; only for providers that are seeded. */
  window?: number
}
export type App = ReturnType<typeof appOn>

/** A person's patience on a shared machine with two cores, in ms. */
const PATIENCE = 60_000
const TEST_PROVIDER = { key: 'test-key-1234567890', model: 'mock-model' }
/** A viewport with room for a test's whole conversation. */
const ROOM = { width: 1280, height: 6000 }

/** Polls until the value is as expected; a failure shows the actual value. */
export const eventually = <Value>(read: () => Value | Promise<Value>, what = '', timeout = PATIENCE) =>
  expect.poll(read, { timeout, interval: 30, message: what })

/**
 * Presses a button that decides, once it no longer moves and is armed. If Playwright's click finds it unarmed, it
 * scrolls it around between its tries, which moves it again. A button that moves at the moment of the press ignores the
 * press and is disarmed: a person presses again. A press in time looks the same until the button disappears.
 */
export async function pressArmed(button: Locator): Promise<void> {
  let pressed = false
  const armed = button.and(button.page().locator('[aria-disabled="false"]'))
  for (;;) {
    const ready = armed.waitFor().then(() => false)
    if (await (pressed ? Promise.race([ready, button.waitFor({ state: 'detached' }).then(() => true)]) : ready)) return
    pressed = true
    // after the app's own listener on the document
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

/** The visible text: folded text does not count. Empty if there is no such element. */
export async function visibleText(locator: Locator): Promise<string> {
  // in one step: an element that has just disappeared would be waited for
  const texts = await locator.evaluateAll((elements) =>
    // biome-ignore lint/performance/useDomNodeTextContent: rendered text is what is asked for
    elements.slice(-1).map((element) => (element as HTMLElement).innerText),
  )
  return (texts[0] ?? '').trim()
}

/** Every text of such an element from now on, at each change of the page. */
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
    const other = 'Other (OpenAI-compatible)'
    await providerDialog.getByRole('combobox', { name: 'Provider' }).selectOption({ label: other })
    if (kind !== 'OpenAI-compatible' || goOn !== undefined) {
      const kinds = providerDialog.getByRole('combobox', { name: 'Kind' })
      if (!(await kinds.isVisible())) await providerDialog.getByText('Advanced', { exact: true }).click()
      await kinds.selectOption({ label: kind })
    }
    await providerDialog.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl)
    await providerDialog.getByRole('textbox', { name: 'API key' }).fill(key)
    await providerDialog.getByRole('combobox', { name: 'Model' }).fill(model)
    if (goOn !== undefined) await providerDialog.getByRole('checkbox', { name: /^Keep answers generating/ }).check()
  }
  const send = async (text: string, delivery?: Delivery): Promise<void> => {
    await composer.fill(text)
    if (delivery !== undefined) await page.getByRole('combobox', { name: 'Delivery' }).selectOption({ label: delivery })
    await button('Send').click()
    // the box is emptied when the message is known to be on disk
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
    /** The panel opens by itself with the first file: before that a person opens it. */
    openFiles: async (): Promise<void> => {
      const isPressed = await button('Show files').getAttribute('aria-pressed')
      if (isPressed !== 'true') await button('Show files').click()
      await files.waitFor()
    },
    /**
     * From the first visit on: seeds a provider and waits for the start page. A session begins with its first message.
     */
    connect: async (fields: ProviderFields): Promise<void> => {
      await seedProvider(page, { ...TEST_PROVIDER, ...fields })
      // no polling, which is only allowed in a test: all tests of a file may connect in a hook
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
    /**
     * Opens an empty session, to change settings before the first message: the demo's, with this model and an empty
     * composer.
     */
    openEmpty: async (model = 'mock-model'): Promise<void> => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Command' }).fill('Try the demo')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Model of this session' }).click()
      await page.getByRole('option', { name: model }).first().click()
      await button(`Model of this session: ${model}`).waitFor()
      await composer.fill('')
    },
    /** The outcome line of "Add provider" after a test. */
    testOutcome: async (): Promise<string> => {
      await providerDialog.getByRole('button', { name: 'Test', exact: true }).click()
      const outcome = providerDialog.getByRole('status', { name: 'Outcome' })
      await eventually(() => visibleText(outcome), 'the outcome of the test').toMatch(/^(?!Testing).+/)
      return visibleText(outcome)
    },
    /** Changes the key of the only provider, in Settings. */
    changeKey: async (key: string): Promise<void> => {
      await button('Settings').click()
      const settings = page.getByRole('dialog', { name: 'Settings' })
      await settings.getByRole('button', { name: /^Edit / }).click()
      await page.getByRole('textbox', { name: 'API key' }).fill(key)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('textbox', { name: 'API key' }).waitFor({ state: 'hidden' })
      if (await settings.isVisible()) await settings.getByRole('button', { name: 'Close', exact: true }).click()
    },
    /** Goes to the start page: the session exists once the first message is sent. */
    newSession: async (): Promise<void> => {
      await button('New session').click()
      await startHeading.waitFor()
    },
    /**
     * Every question of the conversation: the list renders only what is in view, so the viewport is made large enough
     * for all.
     */
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
    /**
     * Records all texts of the status line and of answers from now on, to catch text that disappears before a test
     * looks. Both end at a reload.
     */
    listenToStatus: () => listen(page, '[role="status"][aria-label="Status"]'),
    listenToAnswers: () => listen(page, 'article[aria-label="Assistant"]'),
    /**
     * Waits until the disk has this text: streamed text gets there a quarter of a second late, or later on a slow
     * machine.
     */
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
