import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makePlan, type PlanNext } from './planned-answers.ts'

/** A server that speaks S3 as far as we do: one bucket in memory. It verifies every signature, as AWS does. */
export type S3Server = {
  /** Address of the bucket. */
  url: string
  objects: Map<string, Buffer>
  next: PlanNext
  /** Every request, as `METHOD path`. */
  requests: string[]
  close: () => Promise<void>
}
export type S3ServerOptions = {
  /** Accepts every write, as s3rver and rclone do. */
  ignoresConditions?: boolean
  /** Offset of its clock from ours, ms. */
  clock?: number
  /** Origins of pages that may read its responses. */
  origins?: string[]
}

export const S3_KEYS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'test-1',
}
const BUCKET = '/bucket'
const MOST_SKEW = 15 * 60_000

export async function startS3Server({
  ignoresConditions = false,
  clock = 0,
  origins = [],
}: S3ServerOptions = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const requests: string[] = []
  const plan = makePlan()
  const now = (): number => Date.now() + clock

  const carryOut = (request: IncomingMessage, url: URL, body: Buffer, response: ServerResponse): void => {
    const key = decodeURIComponent(url.pathname.slice(BUCKET.length + 1))
    if (url.pathname !== BUCKET && !url.pathname.startsWith(`${BUCKET}/`)) return fail(response, 404, 'NoSuchBucket')
    if (key === '') return request.method === 'GET' ? list(url, response) : fail(response, 405, 'MethodNotAllowed')
    const there = objects.get(key)
    switch (request.method) {
      case 'PUT':
        if (!ignoresConditions && request.headers['if-none-match'] === '*' && there !== undefined)
          return fail(response, 412, 'PreconditionFailed')
        objects.set(key, body)
        return void response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end()
      case 'GET':
      case 'HEAD':
        if (there === undefined) return fail(response, 404, 'NoSuchKey')
        return void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(there)
      case 'DELETE':
        objects.delete(key)
        return void response.writeHead(204).end()
      default:
        return fail(response, 405, 'MethodNotAllowed')
    }
  }
  const list = (url: URL, response: ServerResponse): void => {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('start-after') ?? ''
    const most = Number(url.searchParams.get('max-keys') ?? 1000)
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const contents = keys
      .slice(0, most)
      .map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length ?? 0}</Size></Contents>`)
    const cut = keys.length > most
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${cut}</IsTruncated>${contents.join('')}</ListBucketResult>\n`,
      )
  }
  const fail = (response: ServerResponse, status: number, code: string): void => {
    const time = `<ServerTime>${new Date(now()).toISOString()}</ServerTime>`
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code>${time}</Error>`)
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    requests.push(`${request.method} ${url.pathname}${url.search}`)
    response.sendDate = false
    response.setHeader('date', new Date(now()).toUTCString())
    if (origins.includes(request.headers.origin ?? '')) {
      response.setHeader('access-control-allow-origin', request.headers.origin ?? '')
      response.setHeader(
        'access-control-allow-headers',
        'authorization,content-type,if-none-match,x-amz-content-sha256,x-amz-date',
      )
      response.setHeader('access-control-allow-methods', 'GET,HEAD,PUT,DELETE')
    }
    if (request.method === 'OPTIONS')
      return void response.writeHead(origins.includes(request.headers.origin ?? '') ? 204 : 403).end()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const answer = plan.take(request.method)
      if (answer !== undefined) {
        if (answer.done) carryOut(request, url, body, silent)
        return void response.writeHead(answer.status, answer.headers).end(answer.body)
      }
      const refused = refusal(request, url, body, now())
      if (refused !== null) return fail(response, 403, refused)
      carryOut(request, url, body, response)
    })
  })
  const silent = { writeHead: () => silent, end: () => silent } as unknown as ServerResponse
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BUCKET}`,
    objects,
    requests,
    next: plan.next,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Recomputes AWS Signature Version 4 from the request; null: it is right. */
function refusal(request: IncomingMessage, url: URL, body: Buffer, now: number): string | null {
  const said =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const [, id, day = '', region = '', names = '', signature] = said.exec(request.headers.authorization ?? '') ?? []
  if (id !== S3_KEYS.accessKeyId) return id === undefined ? 'AccessDenied' : 'InvalidAccessKeyId'
  const date = String(request.headers['x-amz-date'])
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(time - now) <= MOST_SKEW)) return 'RequestTimeTooSkewed'
  const hash = createHash('sha256').update(body).digest('hex')
  if (request.headers['x-amz-content-sha256'] !== hash) return 'XAmzContentSHA256Mismatch'
  const signed = names.split(';')
  // every condition and every x-amz header must be signed, or somebody in between could change it
  const bare = Object.keys(request.headers).filter((name) => /^(host$|if-|x-amz-)/.test(name) && !signed.includes(name))
  if (bare.length > 0) return 'SignatureDoesNotMatch'
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const headers = signed
    .map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}\n`)
    .join('')
  const canonical = [request.method, url.pathname, query, headers, names, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(mac, `AWS4${S3_KEYS.secretAccessKey}`)
  const right = region === S3_KEYS.region && mac(key, toSign).toString('hex') === signature
  return right ? null : 'SignatureDoesNotMatch'
}

const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
