import type { Transport } from '@modelcontextprotocol/client'

/**
 * From now on the answer to `initialize` needs only a correct protocol version. The library refuses a server that
 * leaves out what nobody here reads, such as its own version, or that says `null` for a capability it lacks. Apply this
 * before the library's client takes the transport.
 */
export function readHandshakesLeniently(transport: Transport): void {
  const asked = new Set<unknown>()
  const send = transport.send.bind(transport)
  transport.send = async (message, options) => {
    if (!Array.isArray(message) && 'method' in message && 'id' in message && message.method === 'initialize')
      asked.add(message.id)
    return await send(message, options)
  }
  const before = transport.onmessage
  transport.onmessage = (message, extra) => {
    before?.(message, extra)
    if ('id' in message && 'result' in message && asked.delete(message.id))
      message.result = handshakeOf(message.result as Record<string, unknown>)
  }
}

type Named = Record<string, unknown>

function handshakeOf({ protocolVersion, capabilities, serverInfo, instructions }: Named): Named {
  const { name, version } = isRecord(serverInfo) ? serverInfo : {}
  return {
    protocolVersion,
    // A server that names no capabilities is asked for its tools.
    capabilities: isRecord(capabilities) ? capabilitiesOf(capabilities) : { tools: {} },
    serverInfo: { name: wordOr(name, 'unknown'), version: wordOr(version, 'unknown') },
    ...(typeof instructions === 'string' && { instructions }),
  }
}

function capabilitiesOf(said: Named): Named {
  const able: Named = {}
  for (const name of ['tools', 'resources', 'prompts']) {
    const how = said[name]
    if (how === undefined || how === null || how === false) continue
    able[name] = isRecord(how) && typeof how['listChanged'] === 'boolean' ? { listChanged: how['listChanged'] } : {}
  }
  return able
}

const wordOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : otherwise
const isRecord = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
