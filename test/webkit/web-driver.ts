/**
 * The few words of W3C WebDriver that driving a browser takes. The well-kept libraries for it need Node 22, and bring
 * more than they are asked for. Source: https://www.w3.org/TR/webdriver2/
 */

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

export type WebDriver = Awaited<ReturnType<typeof startSession>>
export type Element = {
  /** As a person would: it must be in the page. */
  click: () => Promise<void>
  type: (text: string) => Promise<void>
  clear: () => Promise<void>
  /** The accessible name, by the browser's own reckoning. */
  label: () => Promise<string>
  isShown: () => Promise<boolean>
  isEnabled: () => Promise<boolean>
  property: (name: string) => Promise<unknown>
  within: (css: string) => Promise<Element[]>
}

/** A browser of the driver that listens at `url`. Rejects with what the driver says. */
export async function startSession(url: string, capabilities: object) {
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: unknown }
    if (response.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${method} ${path}: ${error}: ${message}`)
  }
  const { sessionId } = (await ask('POST', '/session', { capabilities: { alwaysMatch: capabilities } })) as {
    sessionId: string
  }
  const at = `/session/${sessionId}`
  const elementsAt = async (path: string, css: string): Promise<Element[]> => {
    const found = (await ask('POST', path, { using: 'css selector', value: css })) as Record<string, string>[]
    return found.map((each) => element(each[ELEMENT] ?? ''))
  }
  const element = (id: string): Element => {
    const here = `${at}/element/${id}`
    return {
      click: async () => void (await ask('POST', `${here}/click`, {})),
      type: async (text) => void (await ask('POST', `${here}/value`, { text })),
      clear: async () => void (await ask('POST', `${here}/clear`, {})),
      label: async () => String(await ask('GET', `${here}/computedlabel`)),
      isShown: async () => (await ask('GET', `${here}/displayed`)) === true,
      isEnabled: async () => (await ask('GET', `${here}/enabled`)) === true,
      property: (name) => ask('GET', `${here}/property/${name}`),
      within: (css) => elementsAt(`${here}/elements`, css),
    }
  }
  return {
    go: async (address: string): Promise<void> => void (await ask('POST', `${at}/url`, { url: address })),
    reload: async (): Promise<void> => void (await ask('POST', `${at}/refresh`, {})),
    address: async (): Promise<string> => String(await ask('GET', `${at}/url`)),
    find: (css: string): Promise<Element[]> => elementsAt(`${at}/elements`, css),
    /** Runs in the page; `script` is the body of a function. */
    run: (script: string): Promise<unknown> => ask('POST', `${at}/execute/sync`, { script, args: [] }),
    /**
     * The tab that is driven, and a new one beside it: a window of its own, since the driver brings no tab to the
     * front.
     */
    tab: async (): Promise<string> => String(await ask('GET', `${at}/window`)),
    newTab: async (): Promise<string> =>
      ((await ask('POST', `${at}/window/new`, { type: 'window' })) as { handle: string }).handle,
    toTab: async (handle: string): Promise<void> => void (await ask('POST', `${at}/window`, { handle })),
    closeTab: async (): Promise<void> => void (await ask('DELETE', `${at}/window`)),
    resize: async (width: number, height: number): Promise<void> =>
      void (await ask('POST', `${at}/window/rect`, { width, height })),
    picture: async (): Promise<Buffer> => Buffer.from(String(await ask('GET', `${at}/screenshot`)), 'base64'),
    end: async (): Promise<void> => void (await ask('DELETE', at)),
  }
}
