import { parseBaseUrl } from '../settings/base-url.ts'
import type { StorageField, WrongField } from '../settings/storage-engine.ts'
import { base64Of } from './base64.ts'
import { makeCouchDb } from './couchdb.ts'
import type { Engine, EngineField } from './engine.ts'
import { makeS3 } from './s3.ts'
import { makeS3Signature } from './s3-signature.ts'

/** The engines to choose from. The probe decides whether a storage is suitable, not its name. */

const ADDRESS: EngineField = { id: 'address', secret: false }

const COUCH: Engine = {
  id: 'couchdb',
  fields: [
    ADDRESS,
    { id: 'database', secret: false, value: 'reflexor' },
    { id: 'user', secret: false },
    { id: 'password', secret: true },
  ],
  urlOf: (fields) => placeAt(fields, 'database', /^[a-z][a-z0-9_-]{0,127}$/),
  access: ({ user = '', password = '' }, url) => {
    const credentials = base64Of(new TextEncoder().encode(`${user}:${password}`))
    return {
      header: { header: 'authorization', value: `Basic ${credentials}` },
      open: (fetch) => {
        const { check, ...store } = makeCouchDb(url, fetch)
        return { store, check }
      },
    }
  },
  pastes: (origin) => [
    `[chttpd]\nenable_cors = true\n\n[cors]\norigins = ${origin}\nheaders = accept, authorization, content-type, origin, referer\nmethods = GET, PUT, POST, HEAD, DELETE\nmax_age = 7200`,
    `curl -u admin -X PUT https://couch.example.org/reflexor\ncurl -u admin -X PUT https://couch.example.org/_users/org.couchdb.user:devices -H 'content-type: application/json' -d '{"name":"devices","password":"…","roles":[],"type":"user"}'\ncurl -u admin -X PUT https://couch.example.org/reflexor/_security -H 'content-type: application/json' -d '{"admins":{"names":[],"roles":["_admin"]},"members":{"names":["devices"],"roles":[]}}'`,
  ],
  whenRefused: 'check-login',
  whenNoPlace: 'make-database',
}

/** `region`: its initial value. */
type S3Row = Pick<Engine, 'id' | 'whenRefused'> & { region?: string }

const S3_RULES = (origin: string): string =>
  JSON.stringify(
    [
      {
        AllowedOrigins: [origin],
        AllowedMethods: ['GET', 'HEAD', 'PUT', 'DELETE'],
        AllowedHeaders: ['authorization', 'content-type', 'if-none-match', 'x-amz-content-sha256', 'x-amz-date'],
        ExposeHeaders: ['Date'],
        MaxAgeSeconds: 3600,
      },
    ],
    null,
    2,
  )

const s3 = ({ id, region, whenRefused }: S3Row): Engine => ({
  id,
  fields: [
    ADDRESS,
    { id: 'bucket', secret: false },
    { id: 'region', secret: false, ...(region !== undefined && { value: region }) },
    { id: 'keyId', secret: false },
    { id: 'secretKey', secret: true },
  ],
  urlOf: (fields) => placeAt(fields, 'bucket', /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/),
  access: ({ keyId = '', secretKey = '', region: place = '' }, url) => {
    const keys = { accessKeyId: keyId, secretAccessKey: secretKey, region: place || region || 'us-east-1' }
    const { sign, setTime, offset } = makeS3Signature(keys)
    return {
      header: null,
      sign,
      open: (fetch) => ({ store: makeS3({ url, fetch, setTime }), clockOffset: offset }),
    }
  },
  pastes: (origin) => [S3_RULES(origin)],
  whenRefused,
  whenNoPlace: 'make-bucket',
})

export const ENGINES: readonly Engine[] = [
  COUCH,
  s3({ id: 'r2', region: 'auto', whenRefused: 'check-r2-token' }),
  s3({ id: 'aws', whenRefused: 'check-aws-rights' }),
  s3({ id: 's3', region: 'us-east-1', whenRefused: 'check-keys' }),
]

export const engineOf = (id: string): Engine | null => ENGINES.find((engine) => engine.id === id) ?? null

function placeAt(fields: Record<string, string>, id: StorageField, form: RegExp): string | WrongField {
  const typed = (fields['address'] ?? '').trim()
  if (typed === '') return { field: 'address', why: 'missing' }
  const base = parseBaseUrl(typed)
  if (typeof base !== 'string') return { field: 'address', why: base.problem }
  const name = (fields[id] ?? '').trim()
  return form.test(name) ? `${base}/${name}` : { field: id, why: 'form' }
}
