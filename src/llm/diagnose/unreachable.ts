import { isLoopback } from '../../settings/loopback.ts'
import type { Diagnosis, Observations } from './diagnosis.ts'

/** A browser says nothing of why a fetch failed, so what is known besides has to tell. */
export function unreachable(seen: Observations): Diagnosis {
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
    message: `Nothing answers at ${origin}: there is no such server, or the network, a proxy, a firewall or an extension of the browser keeps it away.`,
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
