import type { BrowserCommand } from 'vitest/node'
import { type MockProvider, startMockProvider } from './mock-provider.ts'
import type { MockReply } from './mock-replies.ts'

/** The mock provider for tests in a browser: they call these commands, which run in Node. */

/** A running answer as the mock made it: when (wall time, ms) each piece of text left. */
type SeenRun = { status: string; texts: { at: number; text: string }[] }

const mocks = new Map<string, MockProvider>()
const mockAt = (baseUrl: string): MockProvider => {
  const mock = mocks.get(baseUrl)
  if (mock === undefined) throw new Error(`No mock provider at ${baseUrl}`)
  return mock
}

const startProvider: BrowserCommand<[MockReply[]]> = async (_, script) => {
  const mock = await startMockProvider({ script })
  mocks.set(mock.baseUrl, mock)
  return mock.baseUrl
}
const stopProvider: BrowserCommand<[string]> = async (_, baseUrl) => {
  const mock = mockAt(baseUrl)
  mocks.delete(baseUrl)
  await mock.close()
}
/** The requests, as `POST /v1/responses`, with `ID` for the ids of running answers. */
const askedOfProvider: BrowserCommand<[string]> = async (_, baseUrl) =>
  mockAt(baseUrl)
    .journal()
    .map(({ method, path }) => `${method} ${path.replace(/\/responses\/[^/?]+/, '/responses/ID')}`)
const runsAtProvider: BrowserCommand<[string]> = async (_, baseUrl) =>
  mockAt(baseUrl)
    .runs.list()
    .map(({ status, events }) => ({
      status,
      texts: events.flatMap(({ at, data }) =>
        data.type === 'response.output_text.delta' ? [{ at, text: data.delta ?? '' }] : [],
      ),
    }))
const forgetRuns: BrowserCommand<[string]> = async (_, baseUrl) => mockAt(baseUrl).runs.forget()
/** Continues paused runs (`holdAfter`). */
const releaseRuns: BrowserCommand<[string]> = async (_, baseUrl) => mockAt(baseUrl).runs.release()

export const providerCommands = {
  startProvider,
  stopProvider,
  askedOfProvider,
  runsAtProvider,
  forgetRuns,
  releaseRuns,
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    startProvider: (script: MockReply[]) => Promise<string>
    stopProvider: (baseUrl: string) => Promise<void>
    askedOfProvider: (baseUrl: string) => Promise<string[]>
    runsAtProvider: (baseUrl: string) => Promise<SeenRun[]>
    forgetRuns: (baseUrl: string) => Promise<void>
    releaseRuns: (baseUrl: string) => Promise<void>
  }
}
