import { placeOfHost } from '../../settings/place-of-host.ts'
import { factsOf } from '../../settings/provider-kinds.ts'
import type { Diagnosis, Observations } from './diagnosis.ts'

/** A browser says nothing of why a fetch failed, so what is known besides has to tell. */
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
          ? 'The browser does not let this page reach servers on this computer.'
          : 'The browser does not let this page reach servers in your network.',
      next: 'Allow "Local network access" (or "Apps on device") in the site settings, beside the address bar, and reload.',
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
        ? `Nothing comes through from ${origin}, which is there: the network, a proxy that wants you to sign in, a firewall or an extension of the browser keeps it away.`
        : `Nothing comes through from ${origin}: there is no such server, or the network, a proxy that wants you to sign in, a firewall or an extension of the browser keeps it away.`,
    next: 'Check the address for typing errors, and whether other pages load.',
    remedy: null,
  }
}

/** Plain http, asked by a page that came over https. Chromium may allow it where the person allows the local network, the others do not; null: it may. */
function mixedContent({ browser, localPermission }: Observations, origin: string, here: boolean): Diagnosis | null {
  if (browser === 'safari')
    return {
      cause: 'mixed-content',
      message: `This page came over https, and Safari lets it reach no plain http address, not even ${origin}.`,
      next: 'Use Chrome, Edge or Firefox, or put the server behind https.',
      remedy: null,
    }
  if (here || (browser === 'chromium' && localPermission !== null)) return null
  return {
    cause: 'mixed-content',
    message: `This page came over https, and this browser does not let it reach plain http in your network, as ${origin} is.`,
    next: 'Put the server behind https, or run Reflexor on this computer (npm start): from http://localhost the network is open.',
    remedy: null,
  }
}

function notRunning({ localPermission }: Observations, origin: string, here: boolean): Diagnosis {
  const asks = localPermission === 'prompt'
  return {
    cause: 'not-running',
    message: `Nothing answers at ${origin}.`,
    next: here
      ? `Start the server there, or correct the address.${asks ? ' If the browser asks whether this page may reach this computer, allow it.' : ''}`
      : 'Start the server there and let it listen to the network (for Ollama OLLAMA_HOST=0.0.0.0), or correct the address. If the browser asks whether this page may reach your network, allow it. A page that came over https may need the server behind https, too.',
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
      next: 'Most likely the key is wrong, or was deleted. Copy it again. If it is right, a proxy or the sign-in page of your network answers instead.',
      remedy: { type: 'key' },
    }
  return {
    cause: 'cors',
    message: `A server answers at ${origin}, but its answer may not be read by web pages (CORS).`,
    next: seen.hasKey
      ? 'Either it allows no web pages, or it refuses this key and says so without CORS headers: check the key first. Or a proxy, or the sign-in page of a network, answers instead.'
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
