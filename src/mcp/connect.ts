import type { RequestOptions } from '@modelcontextprotocol/client'
import * as z from 'zod/mini'
import type { McpPrompt, McpResource, McpTool } from '../settings/mcp-server.ts'
import { acceptNotices } from './accepted-notices.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { boundReplies } from './bounded-replies.ts'
import { endAtRefusals, keepPlace, noticeCutAnswers } from './cut-answers.ts'
import { type Asked, addressWantedBy, readElicitation, type replyOf } from './elicitation.ts'
import { endStreams } from './end-streams.ts'
import { explain } from './explain.ts'
import { commonVersions, failureOfCall, isGone, isUnknownMethod } from './failures.ts'
import { lineOf, progressWords } from './in-words.ts'
import { readHandshakesLeniently } from './lenient-handshake.ts'
import { boundPrompts, boundResources, MOST_RESOURCES } from './offer-list.ts'
import { type McpResult, readPromptResult, readResourceResult, readToolResult } from './result.ts'
import { readSampling, type Sampled } from './sampling.ts'
import { tidyMessages } from './tidy-messages.ts'
import { boundTools, type DescribedTool, MAX_SERVER_TOOLS } from './tool-list.ts'

/** A connection to one MCP server over Streamable HTTP. The library is loaded for the first connection. */

export type McpTarget = {
  url: string
  /** Requests only the server's origin, and adds the person's headers. */
  fetch: typeof globalThis.fetch
  /** Session of the connection before this one, to resume; null: none. */
  sessionId: string | null
  protocolVersion: string | null
  /** What the server of a resumed session is known to offer. */
  offers?: { hasResources: boolean; hasPrompts: boolean }
  /** The server asks the person during a call. Absent: nobody answers, and the server hears that it was cancelled. */
  onAsk?: (asked: Asked, signal: AbortSignal) => Promise<ReturnType<typeof replyOf>>
  /** The server wants to ask a model. Rejects with a sentence for the server. */
  onSample?: (wish: Sampled, signal: AbortSignal) => Promise<{ text: string; model: string; isCut: boolean }>
  /** The server's tools have changed. May be called as often as the server likes. */
  onToolsChanged: () => void
}

export type CallOptions = { signal: AbortSignal; onProgress?: ((words: string) => void) | undefined; timeLimit: number }
export type Listed = {
  tools: McpTool[]
  note: string
  hasResources: boolean
  hasPrompts: boolean
  /** Absent: the server was not asked, or did not say. */
  prompts?: McpPrompt[]
  resources?: McpResource[]
  instructions: string
}

export type McpConnection = {
  sessionId: string | null
  protocolVersion: string | null
  /** The earlier session was resumed: its capabilities beyond tools are known from then. */
  resumed: boolean
  list: (signal: AbortSignal) => Promise<Listed>
  /**
   * Rejects with CallUnanswered if the server may have carried out the call all the same. `once`: the call must not be
   * repeated, so the server is pinged first: a server that is away is then told apart from one that may have acted.
   */
  callTool: (
    name: string,
    args: Record<string, unknown>,
    options: CallOptions & { once?: boolean },
  ) => Promise<McpResult>
  listResources: (options: CallOptions) => Promise<string>
  readResource: (uri: string, options: CallOptions) => Promise<McpResult>
  listPrompts: (options: CallOptions) => Promise<string>
  getPrompt: (name: string, args: Record<string, string>, options: CallOptions) => Promise<McpResult>
  /** Leaves the session at the server, so that a reload can resume it. */
  close: () => Promise<void>
  /** Ends the session, too, if the server does so within a few seconds. */
  end: () => Promise<void>
}

/** Answers of servers are read leniently here: one bad tool is no reason to lose the others. */
const Answer = z.record(z.string(), z.unknown())
const MAX_PAGES = 50
const HANDSHAKE = 20_000
/** Longest wait for a server to end its session, in ms. */
const GOODBYE = 5000
const MAX_LISTED = 500

/**
 * Connects. Resumes a stored session if the server still knows it, otherwise starts a new one. Rejects with an Error
 * whose message says exactly what is wrong, in words for the person, or with the signal's reason.
 */
export async function connectMcp(target: McpTarget, signal: AbortSignal): Promise<McpConnection> {
  if (target.sessionId !== null) {
    const resumed = await open(target, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      if (isGone(error)) return null
      throw error
    })
    if (resumed) return resumed
  }
  const fresh = { ...target, sessionId: null, protocolVersion: null }
  return await open(fresh, signal).catch(async (error: unknown) => {
    signal.throwIfAborted()
    const versions = await commonVersions(error)
    if (versions.length === 0) throw error
    return await open(fresh, signal, versions)
  })
}

/**
 * A stream that was cut is requested again for more than a minute: after sleep, a network is away for longer than the
 * library's two tries, and the answer waits at the server. In ms.
 */
const AGAIN = {
  initialReconnectionDelay: 1000,
  reconnectionDelayGrowFactor: 1.5,
  maxReconnectionDelay: 15_000,
  maxRetries: 10,
}
/** Servers name the delay before a stream is requested again: none, or a year. In ms; `tries`: failed so far. */
const listenAgain = (again: () => void, delay: number, tries: number): (() => void) => {
  const { initialReconnectionDelay, reconnectionDelayGrowFactor, maxReconnectionDelay } = AGAIN
  const least = Math.min(maxReconnectionDelay, initialReconnectionDelay * reconnectionDelayGrowFactor ** tries)
  const timer = setTimeout(again, Math.min(300_000, Math.max(least, delay)))
  return () => clearTimeout(timer)
}

/**
 * First id of requests. Ids belong to the session, which several connections share: other tabs, connections before a
 * reload, abandoned ones with open calls. With an id used twice, a server sends the answer of one call to the other.
 * Some servers read ids as 32-bit integers.
 */
const firstId = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 2

/** What a server may ask of the person. */
const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {} }

/** `versions`: the versions to offer, the best first; absent: all. */
async function open(target: McpTarget, signal: AbortSignal, versions?: string[]): Promise<McpConnection> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const resumed = target.sessionId !== null
  const transport = new StreamableHTTPClientTransport(new URL(target.url), {
    fetch: acceptNotices(tidyMessages(boundedFetch(keepPlace(endAtRefusals(target.fetch))))),
    requestInit: { redirect: 'error' },
    reconnectionOptions: AGAIN,
    reconnectionScheduler: listenAgain,
    ...(target.sessionId !== null && { sessionId: target.sessionId }),
    ...(target.protocolVersion !== null && { protocolVersion: target.protocolVersion }),
  })
  noticeCutAnswers(transport)
  endStreams(transport)
  boundReplies(transport)
  readHandshakesLeniently(transport)
  const offered = versions === undefined ? {} : { supportedProtocolVersions: versions }
  const client = new Client({ name: 'reflexor', version: '1' }, { ...offered, capabilities: CAPABILITIES })
  client['_requestMessageId'] = firstId()
  // Listening for changes fails quietly: servers may refuse it.
  client.onerror = () => {}
  client.setNotificationHandler('notifications/tools/list_changed', target.onToolsChanged)
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
    const asked = readElicitation(params)
    return (await target.onAsk?.(asked, mcpReq.signal)) ?? { action: 'cancel' }
  })
  client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) => {
    const wish = readSampling(params)
    if (target.onSample === undefined) throw new Error('Nobody is here to allow it.')
    const { text, model, isCut } = await target.onSample(wish, mcpReq.signal)
    return { role: 'assistant', content: { type: 'text', text }, model, stopReason: isCut ? 'maxTokens' : 'endTurn' }
  })
  const told = async <Value>(work: Promise<Value>, own: AbortSignal | undefined): Promise<Value> => {
    try {
      return await work
    } catch (error) {
      own?.throwIfAborted()
      throw await explain(error, target, transport.sessionId === undefined)
    }
  }
  const ask = (
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions,
  ): Promise<Record<string, unknown>> => told(client.request({ method, params }, Answer, options), options.signal)
  const within = ({ signal: own, onProgress, timeLimit }: CallOptions): RequestOptions => ({
    signal: own,
    timeout: timeLimit,
    maxTotalTimeout: timeLimit,
    ...(onProgress && { onprogress: (progress) => onProgress(progressWords(progress)) }),
  })

  try {
    await told(client.connect(transport, { signal, timeout: HANDSHAKE }), signal)
    // Proves that the session is alive, and that its id arrived.
    await ask('ping', {}, { signal, timeout: HANDSHAKE })
  } catch (error) {
    await client.close().catch(() => {})
    throw error
  }
  // The library listens only after a handshake; a server may refuse it.
  if (resumed) transport.resumeStream('').catch(() => {})
  const capabilities = client.getServerCapabilities()
  const pages = async (
    method: string,
    key: string,
    most: number,
    options: RequestOptions,
  ): Promise<{ items: unknown[]; more: boolean }> => {
    const items: unknown[] = []
    let cursor: unknown
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await ask(method, cursor === undefined ? {} : { cursor }, options)
      const found = answer[key]
      if (Array.isArray(found)) items.push(...found)
      const next = answer['nextCursor']
      if (typeof next !== 'string' || next === '' || next === cursor) return { items, more: false }
      if (items.length > most) return { items, more: true }
      cursor = next
    }
    return { items, more: true }
  }
  const listed = async (method: string, key: string, name: string, options: CallOptions): Promise<string> => {
    const { items, more } = await pages(method, key, MAX_LISTED, within(options))
    const lines = items.slice(0, MAX_LISTED).map((item) => lineOf(item, name))
    return [...lines, ...(more || items.length > MAX_LISTED ? ['[there are more]'] : [])].join('\n') || '(none)'
  }

  return {
    sessionId: transport.sessionId ?? null,
    protocolVersion: transport.protocolVersion ?? null,
    resumed,
    list: async (own) => {
      const options = { signal: own, timeout: HANDSHAKE }
      const hasTools = resumed || capabilities?.tools !== undefined
      const nothing = { items: [], more: false }
      const { items, more } = hasTools
        ? await pages('tools/list', 'tools', MAX_SERVER_TOOLS, options).catch((error: unknown) => {
            // Its capabilities came in the handshake, which a resumed session has not heard.
            if (resumed && isUnknownMethod(error)) return nothing
            throw error
          })
        : nothing
      // without them, tools are of use all the same
      const offered = async (has: boolean, method: string, key: string): Promise<unknown[] | null> =>
        has
          ? await pages(method, key, MOST_RESOURCES, options).then(
              ({ items }) => items,
              () => null,
            )
          : null
      const hasPrompts = capabilities?.prompts !== undefined || (resumed && target.offers?.hasPrompts === true)
      const hasResources = capabilities?.resources !== undefined || (resumed && target.offers?.hasResources === true)
      const [prompts, resources] = await Promise.all([
        offered(hasPrompts, 'prompts/list', 'prompts'),
        offered(hasResources, 'resources/list', 'resources'),
      ])
      own.throwIfAborted()
      return {
        ...(await boundTools(items as DescribedTool[], more)),
        ...(prompts !== null && { prompts: boundPrompts(prompts) }),
        ...(resources !== null && { resources: boundResources(resources) }),
        hasResources: capabilities?.resources !== undefined,
        hasPrompts: capabilities?.prompts !== undefined,
        instructions: (client.getInstructions() ?? '').slice(0, 2000),
      }
    },
    callTool: async (name, args, { once = false, ...options }) => {
      // As long as the call itself may take: a server may work through calls one after the other.
      if (once) await ask('ping', {}, within({ ...options, onProgress: undefined }))
      const answer = ask('tools/call', { name, arguments: args }, within(options))
      return readToolResult(
        await answer.catch((error: unknown) => {
          options.signal.throwIfAborted()
          throw addressWantedBy(error) ?? failureOfCall(error)
        }),
      )
    },
    listResources: (options) => listed('resources/list', 'resources', 'uri', options),
    readResource: async (uri, options) => readResourceResult(await ask('resources/read', { uri }, within(options))),
    listPrompts: (options) => listed('prompts/list', 'prompts', 'name', options),
    getPrompt: async (name, args, options) =>
      readPromptResult(await ask('prompts/get', { name, arguments: args }, within(options))),
    close: () => client.close(),
    end: async () => {
      // A server may refuse to end a session, be gone, or never answer: closing aborts the request.
      const told = transport.terminateSession().catch(() => {})
      await Promise.race([told, new Promise((resolve) => setTimeout(resolve, GOODBYE))])
      await client.close()
    },
  }
}
