import { factsOf } from '../../settings/provider-kinds.ts'
import type { LlmError } from '../port.ts'
import type { Diagnosis, Observations } from './diagnosis.ts'
import { nearestModel } from './nearest-model.ts'
import { unreachable } from './unreachable.ts'

/** Finds out what is wrong with a connection from observations. Pure: observing is done elsewhere. */
export function diagnose(seen: Observations): Diagnosis {
  const { error } = seen
  if (error.kind === 'network') return unreachable(seen)
  if (/CORS requests are not allowed for this Organization/i.test(error.message))
    return {
      cause: 'browsers-forbidden',
      message: 'The key works, but its organisation doesn’t allow requests from web pages.',
      next: 'An administrator can change that in the Anthropic Console. Or use a key of another organisation.',
      remedy: { type: 'key' },
    }
  if (error.status === 407 || PROXY.test(error.message) || isPageOfAnother(seen)) return BETWEEN
  if (NO_CREDIT.test(error.message))
    return {
      cause: 'no-credit',
      message: error.message,
      next: 'Add credit at the provider, or use another key.',
      remedy: { type: 'key' },
    }
  if (error.kind === 'bad-key') return badKey(seen)
  if (seen.otherUrl !== null) return wrongPath(seen, seen.otherUrl)
  if (isOtherWire(seen)) return otherWire(seen)
  if (isUnknownModel(seen)) return unknownModel(seen)
  if (error.kind === 'not-found' || (error.kind === 'broken-stream' && WRONG_CONTENT.test(error.message)))
    return noModelServer(seen)
  if (BUSY.has(error.kind))
    return {
      cause: 'busy',
      message: error.message,
      next: 'The connection works. Try again later.',
      remedy: null,
    }
  return { cause: 'other', message: error.message, next: '', remedy: null }
}

const BETWEEN: Diagnosis = {
  cause: 'proxy',
  message: 'Something between this computer and the provider (a proxy or a network’s sign-in page) answered instead.',
  next: 'Sign in to the network, or ask the proxy’s administrator to allow this address.',
  remedy: null,
}
/** The provider's own address never sends web pages. */
const isPageOfAnother = ({ kind, baseUrl, error }: Observations): boolean =>
  factsOf(kind).ownsAddress && factsOf(kind).baseUrl === baseUrl && /answered with [^,]*html/.test(error.message)

const PROXY = /captive|proxy authentication|zscaler|blocked by (your )?(organi[sz]ation|administrator)/i
const NO_CREDIT = /has no credit left/
const WRONG_CONTENT = /answered with [^,]*(html|xml|json|plain|something else)|no list of models/
const BUSY: ReadonlySet<LlmError['kind']> = new Set(['rate-limit', 'overloaded', 'server', 'timeout'])

function badKey({ hasKey, error, kind }: Observations): Diagnosis {
  if (!hasKey)
    return { cause: 'key', message: 'This provider needs an API key.', next: 'Enter one.', remedy: { type: 'key' } }
  const denied = error.status === 403
  return {
    cause: 'key',
    message: error.message,
    next: denied
      ? 'The key is valid but lacks permission. Check its rights, its project and its models.'
      : `Copy the whole key again, and check that it belongs to ${factsOf(kind).ownsAddress ? factsOf(kind).label : 'this provider'}.`,
    remedy: { type: 'key' },
  }
}

function wrongPath({ baseUrl }: Observations, otherUrl: string): Diagnosis {
  return {
    cause: 'address',
    message: `No models at ${baseUrl}, but there are at ${otherUrl}.`,
    next: 'Use that address.',
    remedy: { type: 'url', baseUrl: otherUrl },
  }
}

/** It lists its models but does not know the path of this kind: most OpenAI-like servers have only the older API. */
const isOtherWire = ({ kind, error, models, model }: Observations): boolean =>
  kind === 'openai' &&
  models !== null &&
  (NO_SUCH_WAY.has(error.status ?? 0) || error.kind === 'not-found') &&
  (models.includes(model) || !/model/i.test(saidIn(error.message)))

const NO_SUCH_WAY = new Set([404, 405, 501])
/** Without our own words. */
const saidIn = (message: string): string => message.replace(/this model or address/, '')

function otherWire({ baseUrl }: Observations): Diagnosis {
  return {
    cause: 'kind',
    message: `${baseUrl} has models but no Responses API, which the kind OpenAI uses.`,
    next: 'Choose the kind OpenAI-compatible.',
    remedy: { type: 'kind', kind: 'openai-compatible' },
  }
}

function isUnknownModel({ error, models, model }: Observations): boolean {
  if (models !== null && models.length > 0 && !models.includes(model))
    return error.kind === 'not-found' || error.kind === 'bad-request'
  return error.kind === 'not-found' && /model/i.test(saidIn(error.message)) && models !== null
}

function unknownModel({ model, models }: Observations): Diagnosis {
  const nearest = nearestModel(model, models ?? [])
  return {
    cause: 'model',
    message: `The provider has no model "${model}".`,
    next: nearest === null ? 'Choose one from its list.' : `Did you mean "${nearest}"?`,
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
        ? `${origin} responds, but has nothing at ${pathname}.`
        : `${origin} is not a model server. It sends web pages or something else.`,
    next: 'Check the address: use the API, not the website. It usually ends in /v1.',
    remedy: own.ownsAddress && own.baseUrl !== baseUrl ? { type: 'url', baseUrl: own.baseUrl } : null,
  }
}
