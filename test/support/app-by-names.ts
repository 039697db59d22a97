/**
 * What the driver of a browser needs to operate the app as a person does. Each function waits until it can act, or
 * throws.
 */
export type Hand = {
  press: (button: string) => Promise<void>
  fill: (role: 'textbox' | 'combobox', name: string, text: string) => Promise<void>
  /** The rendered text of each element that matches this selector. */
  shown: (css: string) => Promise<string[]>
  /** The text of each, also if it is only for screen readers. */
  said: (css: string) => Promise<string[]>
  /** How long to wait for something to appear, in ms. */
  patience: number
}
export type AppByNames = ReturnType<typeof appByNames>

/** The app in a browser other than Chromium, by its accessible names. */
export function appByNames({ press, fill, shown, said, patience }: Hand) {
  const until = async (what: string, read: () => Promise<string>, wanted: RegExp): Promise<void> => {
    const end = Date.now() + patience
    for (let text = await read(); !wanted.test(text); text = await read()) {
      if (Date.now() > end) throw new Error(`${what} is ${JSON.stringify(text)}, not ${wanted}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const answers = (): Promise<string[]> =>
    shown('[role="log"][aria-label="Conversation"] article[aria-label="Assistant"]')
  const status = async (): Promise<string> => (await said('[role="status"][aria-label="Status"]')).at(-1) ?? ''
  const all = async (): Promise<string> => (await shown('body')).join('')
  return {
    answers,
    all,
    untilStatus: (wanted: RegExp) => until('the status', status, wanted),
    untilAnswer: (wanted: RegExp) => until('the newest answer', async () => (await answers()).at(-1) ?? '', wanted),
    untilShown: (wanted: RegExp) => until('the page', all, wanted),
    /** From the first visit on: fills in the dialog, saves, and ends on the start page. */
    connect: async (baseUrl: string): Promise<void> => {
      await press('Add provider')
      await fill('combobox', 'Provider', 'other')
      await fill('textbox', 'Base URL', baseUrl)
      await fill('textbox', 'API key', 'test-key-1234567890')
      await fill('combobox', 'Model', 'mock-model')
      await press('Save')
      await until('the page', all, /What can I help with\?/)
    },
    send: async (text: string): Promise<void> => {
      await fill('textbox', 'Message', text)
      await press('Send')
    },
  }
}
