import { placeOfHost } from '../../settings/place-of-host.ts'
import { factsOf } from '../../settings/provider-kinds.ts'
import type { Diagnosis, Observations } from './diagnosis.ts'

/** A browser does not say why a fetch failed, so other observations have to tell. */
export function unreachable(seen: Observations): Diagnosis {
  const { origin, hostname, protocol } = new URL(seen.baseUrl)
  const place = placeOfHost(hostname)
  if (!seen.online && place !== 'this computer')
    return {
      cause: 'offline',
      message: 'This computer is offline.',
      next: 'Connect to the network and test again.',
      remedy: null,
    }
  if (place !== null && seen.localPermission === 'denied')
    return {
      cause: 'local-network',
      message:
        place === 'this computer'
          ? 'The browser blocks this page from reaching servers on this computer.'
          : 'The browser blocks this page from reaching servers in your network.',
      next: 'Allow "Local network access" (or "Apps on device") in the site settings next to the address bar, then reload.',
      remedy: null,
    }
  if (protocol === 'http:' && seen.pageOrigin.startsWith('https:')) {
    const mixed = mixedContent(seen, origin, place === 'this computer')
    if (mixed !== null) return mixed
  }
  if (seen.reachable === true) return unreadable(seen, place !== null)
  if (place !== null) return notRunning(seen, origin, place === 'this computer')
  const { ownsAddress, baseUrl } = factsOf(seen.kind)
  return {
    cause: 'offline',
    message:
      ownsAddress && baseUrl === seen.baseUrl
        ? `${origin} is up, but something blocks the connection: the network, a proxy sign-in, a firewall or a browser extension.`
        : `No response from ${origin}. The server doesn’t exist, or the network, a proxy sign-in, a firewall or a browser extension blocks it.`,
    next: 'Check the address for typos, and whether other pages load.',
    remedy: null,
  }
}

/**
 * A request to plain http from an https page. Chromium may allow it if the person allows the local network, other
 * browsers do not; null: it may work.
 */
function mixedContent({ browser, localPermission }: Observations, origin: string, here: boolean): Diagnosis | null {
  if (browser === 'safari')
    return {
      cause: 'mixed-content',
      message: `This page uses https, and Safari doesn’t let it reach plain http addresses, not even ${origin}.`,
      next: 'Use Chrome, Edge or Firefox, or put the server behind https.',
      remedy: null,
    }
  if (here || (browser === 'chromium' && localPermission !== null)) return null
  return {
    cause: 'mixed-content',
    message: `This page uses https, and this browser doesn’t let it reach plain http in your network, such as ${origin}.`,
    next: 'Put the server behind https, or run Reflexor on this computer (npm start): pages on http://localhost can reach the network.',
    remedy: null,
  }
}

function notRunning({ localPermission }: Observations, origin: string, here: boolean): Diagnosis {
  const asks = localPermission === 'prompt'
  return {
    cause: 'not-running',
    message: `No response from ${origin}.`,
    next: here
      ? `Start the server there, or correct the address.${asks ? ' If the browser asks whether this page can reach this computer, allow it.' : ''}`
      : 'Start the server there and let it listen on the network (for Ollama OLLAMA_HOST=0.0.0.0), or correct the address. If the browser asks whether this page can reach your network, allow it. A page on https may need the server on https, too.',
    remedy: null,
  }
}

/** A server exists, but a page may not read its answer. */
function unreadable(seen: Observations, local: boolean): Diagnosis {
  const { origin, hostname } = new URL(seen.baseUrl)
  if (local)
    return {
      cause: 'cors',
      message: `${origin} responds, but doesn’t allow this page (CORS).`,
      next: `Start it with: ${allowingLine(seen)}`,
      remedy: null,
    }
  if (hostname === 'api.openai.com' || hostname === 'api.cerebras.ai')
    return {
      cause: 'hidden-refusal',
      message: 'The provider responds, but hides the response from web pages, as it does for rejected keys.',
      next: 'The key is most likely wrong or was deleted. Copy it again. If it is right, a proxy or your network’s sign-in page answers instead.',
      remedy: { type: 'key' },
    }
  return {
    cause: 'cors',
    message: `${origin} responds, but web pages can’t read the response (CORS).`,
    next: seen.hasKey
      ? 'Check the key first: the server may reject it without CORS headers. Or it doesn’t allow web pages, or a proxy or a network’s sign-in page answers instead.'
      : 'It may need a key and say so without CORS headers: enter one. Otherwise it doesn’t allow web pages.',
    remedy: { type: 'key' },
  }
}

/** The exact command for the server that usually has this port. */
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
