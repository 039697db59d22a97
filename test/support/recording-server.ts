import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RecordingServer = {
  /** `http://127.0.0.1:port`, and the UDP port of a STUN server. */
  url: string
  udpPort: number
  /** Every request that arrived, as `METHOD /path`. */
  requests: string[]
  /** Opened connections, with or without a request. */
  connections: () => number
  packets: () => number
  reset: () => void
  close: () => Promise<void>
}

/**
 * An attacker's server: records everything that reaches it, over HTTP, as a bare connection, or as a packet; answers
 * everybody.
 */
export async function startRecordingServer(): Promise<RecordingServer> {
  const requests: string[] = []
  let connections = 0
  let packets = 0
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }).end('1')
  })
  server.on('connection', () => {
    connections++
  })
  server.on('upgrade', (request, socket) => {
    requests.push(`UPGRADE ${request.url}`)
    socket.destroy()
  })
  const udp = createSocket('udp4').on('message', () => {
    packets++
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    udpPort: udp.address().port,
    requests,
    connections: () => connections,
    packets: () => packets,
    reset: () => {
      requests.length = 0
      connections = 0
      packets = 0
    },
    close: async () => {
      server.closeAllConnections()
      udp.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
