import { isLoopback } from '../settings/loopback.ts'
import { factsOf, type ProviderKind } from '../settings/provider-kinds.ts'
import type { LlmError } from './port.ts'

/** What is wrong with a connection, from what was seen of it. Pure: the looking is done elsewhere. */

export type Observations = {
  kind: ProviderKind
  baseUrl: string
  model: string
  hasKey: boolean
  /** Where this page is, for servers that have to allow it. */
  pageOrigin: string
  browser: 'chromium' | 'firefox' | 'safari' | 'other'
  online: boolean
  /** How a tiny asking has failed. */
  error: LlmError
  /** Ids of the models that the provider lists; null: it lists none, or was not asked. */
  models: readonly string[] | null
  /** Whether a server is there at all, asked without a word of ours that it would have to allow; null: not tried. */
  reachable: boolean | null
  /** What the browser says of reaching this computer or its network; null: it does not say. */
  localPermission: 'granted' | 'denied' | 'prompt' | null
  /** Another address at the same origin at which a list of models was found. */
  otherUrl: string | null
}

/** What one button can do about it. */
type Remedy =
  | { type: 'url'; baseUrl: string }
  | { type: 'key' }
  /** `model`: the nearest that there is; null: another one. */
  | { type: 'model'; model: string | null }

type Cause =
  | 'address'
  | 'browsers-forbidden'
  | 'busy'
  | 'cors'
  | 'hidden-refusal'
  | 'key'
  | 'local-network'
  | 'mixed-content'
  | 'model'
  | 'no-credit'
  | 'no-model-server'
  | 'not-running'
  | 'offline'
  | 'proxy'
  | 'other'

/** `message` says what happened, `next` what to do; plain sentences. */
export type Diagnosis = { cause: Cause; message: string; next: string; remedy: Remedy | null }

export function diagnose(seen: Observations): Diagnosis {
  const { error } = seen
  if (error.kind === 'network') return unreachable(seen)
  if (/CORS requests are not allowed for this Organization/i.test(error.message))
    return {
      cause: 'browsers-forbidden',
      message: 'The key is right, but its organisation forbids requests from web pages.',
      next: 'An administrator can change that in the Anthropic Console, or use a key of another organisation.',
      remedy: { type: 'key' },
    }
  if (error.status === 407 || PROXY.test(error.message))
    return {
      cause: 'proxy',
      message:
        'Something between this computer and the provider (a proxy, or the sign-in page of a network) answered instead.',
      next: 'Sign in to the network, or ask who runs the proxy to let this address pass.',
      remedy: null,
    }
  if (NO_CREDIT.test(error.message))
    return {
      cause: 'no-credit',
      message: error.message,
      next: 'Add credit at the provider, or use another key.',
      remedy: { type: 'key' },
    }
  if (error.kind === 'bad-key') return badKey(seen)
  if (seen.otherUrl !== null) return wrongPath(seen, seen.otherUrl)
  if (isUnknownModel(seen)) return unknownModel(seen)
  if (error.kind === 'not-found' || (error.kind === 'broken-stream' && WRONG_CONTENT.test(error.message)))
    return noModelServer(seen)
  if (BUSY.has(error.kind))
    return {
      cause: 'busy',
      message: error.message,
      next: 'The connection itself is right. Try again in a while.',
      remedy: null,
    }
  return { cause: 'other', message: error.message, next: '', remedy: null }
}

const PROXY = /captive|proxy authentication|zscaler|blocked by (your )?(organi[sz]ation|administrator)/i
const NO_CREDIT = /has no credit left/
const WRONG_CONTENT = /answered with [^,]*(html|xml|json)|no list of models/
const BUSY: ReadonlySet<LlmError['kind']> = new Set(['rate-limit', 'overloaded', 'server', 'timeout'])

/** A browser says nothing of why a fetch failed, so what is known besides has to tell. */
function unreachable(seen: Observations): Diagnosis {
  const { origin, hostname, protocol } = new URL(seen.baseUrl)
  const local = isLoopback(hostname)
  if (!seen.online && !local)
    return {
      cause: 'offline',
      message: 'This computer is offline.',
      next: 'Connect to the network and test again.',
      remedy: null,
    }
  if (local && seen.localPermission === 'denied')
    return {
      cause: 'local-network',
      message: 'The browser does not let this page reach servers on this computer.',
      next: 'Allow "Local network access" (or "Apps on device") in the site settings, beside the address bar, and reload.',
      remedy: null,
    }
  const mixed = protocol === 'http:' && seen.pageOrigin.startsWith('https:')
  if (mixed && seen.browser === 'safari')
    return {
      cause: 'mixed-content',
      message: `This page came over https, and Safari lets it reach no plain http address, not even ${origin}.`,
      next: 'Use Chrome, Edge or Firefox, or put the server behind https.',
      remedy: null,
    }
  if (seen.reachable === true) return unreadable(seen, local)
  if (local)
    return {
      cause: 'not-running',
      message: `Nothing answers at ${origin}.`,
      next: `Start the server there, or correct the address.${seen.localPermission === 'prompt' ? ' If the browser asks whether this page may reach this computer, allow it.' : ''}`,
      remedy: null,
    }
  return {
    cause: 'offline',
    message: `Nothing answers at ${origin}: there is no such server, or the network, a firewall or an extension of the browser keeps it away.`,
    next: 'Check the address for typing errors, and whether other pages load.',
    remedy: null,
  }
}

/** A server is there, but what it says may not be read by a page. */
function unreadable(seen: Observations, local: boolean): Diagnosis {
  const { origin, hostname } = new URL(seen.baseUrl)
  if (local)
    return {
      cause: 'cors',
      message: `A server runs at ${origin}, but it does not allow this page (CORS).`,
      next: `Start it with: ${allowingLine(seen)}`,
      remedy: null,
    }
  if (hostname === 'api.openai.com' || hostname === 'api.cerebras.ai')
    return {
      cause: 'hidden-refusal',
      message: 'The provider answers, but hides its answer from web pages, as it does when it refuses a key.',
      next: 'Most likely the key is wrong, or was deleted. Copy it again.',
      remedy: { type: 'key' },
    }
  return {
    cause: 'cors',
    message: `A server answers at ${origin}, but its answer may not be read by web pages (CORS).`,
    next: seen.hasKey
      ? 'Either it allows no web pages, or it refuses this key and says so without CORS headers: check the key first.'
      : 'It may want a key, and say so without CORS headers: enter one. Else it allows no web pages.',
    remedy: { type: 'key' },
  }
}

/** The exact line for the server that usually listens at this port. */
function allowingLine({ baseUrl, pageOrigin, model }: Observations): string {
  switch (new URL(baseUrl).port) {
    case '11434':
      return `OLLAMA_ORIGINS=${pageOrigin} ollama serve`
    case '1234':
      return 'lms server start --cors'
    case '8080':
      return `llama-server --jinja --cors-origins ${pageOrigin} -m <your model>`
    case '8000':
      return `vllm serve ${model === '' ? '<your model>' : model} --allowed-origins '["${pageOrigin}"]'`
    default:
      return `its option for allowed origins set to ${pageOrigin}`
  }
}

function badKey({ hasKey, error, kind }: Observations): Diagnosis {
  if (!hasKey)
    return { cause: 'key', message: 'This provider wants an API key.', next: 'Enter one.', remedy: { type: 'key' } }
  const denied = error.status === 403
  return {
    cause: 'key',
    message: error.message,
    next: denied
      ? 'The key is known but may not do this: check its rights, its project and the models it is for.'
      : `Copy the key again, whole, and make sure that it is one of ${factsOf(kind).ownsAddress ? factsOf(kind).label : 'this provider'}.`,
    remedy: { type: 'key' },
  }
}

function wrongPath({ baseUrl }: Observations, otherUrl: string): Diagnosis {
  return {
    cause: 'address',
    message: `There are no models at ${baseUrl}, but there are at ${otherUrl}.`,
    next: 'Use that address.',
    remedy: { type: 'url', baseUrl: otherUrl },
  }
}

function isUnknownModel({ error, models, model }: Observations): boolean {
  if (models !== null && models.length > 0 && !models.includes(model))
    return error.kind === 'not-found' || error.kind === 'bad-request'
  return (
    error.kind === 'not-found' && /model/i.test(error.message.replace(/this model or address/, '')) && models !== null
  )
}

function unknownModel({ model, models }: Observations): Diagnosis {
  const nearest = nearestModel(model, models ?? [])
  return {
    cause: 'model',
    message: `The provider has no model "${model}".`,
    next: nearest === null ? 'Choose one of those that it lists.' : `Did you mean "${nearest}"?`,
    remedy: { type: 'model', model: nearest },
  }
}

function noModelServer({ baseUrl, error, kind }: Observations): Diagnosis {
  const { origin, pathname } = new URL(baseUrl)
  const own = factsOf(kind)
  return {
    cause: 'no-model-server',
    message:
      error.kind === 'not-found'
        ? `There is a server at ${origin}, but it has nothing at ${pathname}.`
        : `What answers at ${origin} is no model server: it sends web pages or something else.`,
    next: 'Check the address: it is that of the API, not of the website, and usually ends in /v1.',
    remedy: own.ownsAddress && own.baseUrl !== baseUrl ? { type: 'url', baseUrl: own.baseUrl } : null,
  }
}

/** Addresses at which the models may be instead: `/v1` added, said once, or a path of one request cut off. Same origin, at most three. */
export function otherAddresses(kind: ProviderKind, baseUrl: string): string[] {
  const url = new URL(baseUrl)
  const path = url.pathname.replace(/\/+$/, '')
  const version = kind === 'google' ? '/v1beta' : '/v1'
  const bare = path
    .replace(/\/(chat\/completions|completions|responses|messages|models|embeddings)$/, '')
    .replace(/(\/v1(?:beta)?)\1+/, '$1')
  const candidates = [bare, bare.endsWith(version) ? bare : `${bare}${version}`, version]
  return [...new Set(candidates)].filter((other) => other !== path).map((other) => `${url.origin}${other}`)
}

/** The model whose name is most like this one; null: none is like it. */
export function nearestModel(wish: string, models: readonly string[]): string | null {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const wanted = plain(wish)
  let best: { name: string; distance: number } | null = null
  for (const name of models.slice(0, 2000)) {
    const candidate = plain(name)
    const inside = wanted.length > 2 && candidate.includes(wanted)
    const distance = inside ? 0.5 : editDistance(wanted.slice(0, 60), candidate.slice(0, 60))
    if (best === null || distance < best.distance) best = { name, distance }
  }
  return best !== null && best.distance <= Math.max(2, wanted.length * 0.35) ? best.name : null
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}
