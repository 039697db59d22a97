import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * An https host in front of a plain http server, for features that the app uses only with remote hosts. The certificate
 * is made on the fly and not trusted: the browser has to be told to ignore that.
 */
export type HttpsProxy = {
  port: number
  /** Forwards requests to this address from now on. */
  forwardTo: (url: string) => void
  /** Breaks every connection, as when the network is lost. */
  drop: () => void
  close: () => Promise<void>
}

export async function startHttpsProxy(): Promise<HttpsProxy> {
  let target = ''
  const sockets = new Set<Duplex>()
  const server = createServer(selfSigned('reflexor.test'), (incoming, outgoing) => {
    const upstream = request(
      `${target}${incoming.url ?? '/'}`,
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(target).host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        outgoing.flushHeaders()
        answer.pipe(outgoing)
        answer.on('error', () => outgoing.destroy())
      },
    )
    upstream.on('error', () => outgoing.destroy())
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const drop = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo: (url) => {
      target = url
    },
    drop,
    close: async () => {
      drop()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A minimal certificate in DER that a TLS library accepts (RFC 5280, section 4.1), as PEM with its key. */
function selfSigned(name: string): { key: string; cert: string } {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))
  const subject = der(0x30, der(0x31, commonName))
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')))
  const version3 = der(0xa0, der(0x02, Buffer.from([2])))
  const serial = der(0x02, Buffer.from([1]))
  const body = der(0x30, version3, serial, ecdsaWithSha256, subject, validity, subject, pair.publicKey)
  const signature = sign('sha256', body, createPrivateKey(pair.privateKey))
  const certificate = der(0x30, body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')
  return { key: pair.privateKey, cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` }
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
