import { parseBaseUrl } from '../settings/base-url.ts'
import { base64Of } from './base64.ts'
import { makeCouchDb } from './couchdb.ts'
import type { Engine, EngineField } from './engine.ts'
import { makeS3 } from './s3.ts'
import { makeS3Signature } from './s3-signature.ts'

/** The engines to choose from. The probe decides whether a storage is suitable, not its name. */

const address = (hint: string): EngineField => ({ id: 'address', label: 'Address', hint, secret: false })

const COUCH: Engine = {
  id: 'couchdb',
  name: 'CouchDB',
  fields: [
    address('Server address, for example https://couch.example.org'),
    { id: 'database', label: 'Database', hint: 'It must exist.', secret: false, value: 'reflexor' },
    {
      id: 'user',
      label: 'User name',
      hint: 'Preferably a separate user with access to this database only.',
      secret: false,
    },
    { id: 'password', label: 'Password', hint: '', secret: true },
  ],
  urlOf: (fields) =>
    placeAt(fields, 'database', /^[a-z][a-z0-9_-]{0,127}$/, 'Database names use lowercase letters, digits, - and _.'),
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
  guide: (origin) => [
    {
      words: 'Allow this page: add this to local.ini (or set it under Configuration in Fauxton) and restart CouchDB.',
      paste: `[chttpd]\nenable_cors = true\n\n[cors]\norigins = ${origin}\nheaders = accept, authorization, content-type, origin, referer\nmethods = GET, PUT, POST, HEAD, DELETE\nmax_age = 7200`,
    },
    {
      words: 'Create the database and a user who is a member of it. Use a single node: clusters are rejected.',
      paste: `curl -u admin -X PUT https://couch.example.org/reflexor\ncurl -u admin -X PUT https://couch.example.org/_users/org.couchdb.user:devices -H 'content-type: application/json' -d '{"name":"devices","password":"…","roles":[],"type":"user"}'\ncurl -u admin -X PUT https://couch.example.org/reflexor/_security -H 'content-type: application/json' -d '{"admins":{"names":[],"roles":["_admin"]},"members":{"names":["devices"],"roles":[]}}'`,
    },
  ],
  whenRefused: 'Check the user name and password, and that the user is a member of the database.',
  whenNoPlace: 'Create the database there, or correct its name.',
}

type S3Row = Pick<Engine, 'id' | 'name' | 'whenRefused'> & { where: string; region: EngineField; rules: string }

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

const s3 = ({ id, name, where, region, rules, whenRefused }: S3Row): Engine => ({
  id,
  name,
  fields: [
    address(where),
    { id: 'bucket', label: 'Bucket', hint: 'It must exist. Preferably a separate bucket.', secret: false },
    region,
    {
      id: 'keyId',
      label: 'Access key ID',
      hint: 'A key for this bucket only: read, write, list and delete.',
      secret: false,
    },
    { id: 'secretKey', label: 'Secret access key', hint: '', secret: true },
  ],
  urlOf: (fields) =>
    placeAt(fields, 'bucket', /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/, 'Bucket names use only letters, digits, - and .'),
  access: ({ keyId = '', secretKey = '', region: place = '' }, url) => {
    const keys = { accessKeyId: keyId, secretAccessKey: secretKey, region: place || region.value || 'us-east-1' }
    const { sign, setTime, offset } = makeS3Signature(keys)
    return {
      header: null,
      sign,
      open: (fetch) => ({ store: makeS3({ url, fetch, setTime }), clockOffset: offset }),
    }
  },
  guide: (origin) => [{ words: rules, paste: S3_RULES(origin) }],
  whenRefused,
  whenNoPlace: 'Create the bucket there, or correct its name and the address.',
})

const S3_REFUSED =
  'Copy both keys again. Check the region, and that the key can read, write, list and delete in this bucket.'

export const ENGINES: readonly Engine[] = [
  COUCH,
  s3({
    id: 'r2',
    name: 'Cloudflare R2',
    where: 'For example https://0123456789abcdef.r2.cloudflarestorage.com, without the bucket',
    region: { id: 'region', label: 'Region', hint: '', secret: false, value: 'auto' },
    rules: 'In the bucket’s settings, under CORS policy, add this:',
    whenRefused: `${S3_REFUSED} R2 needs an API token with "Object Read & Write" for this bucket.`,
  }),
  s3({
    id: 'aws',
    name: 'AWS S3',
    where: 'For example https://s3.eu-central-1.amazonaws.com, without the bucket',
    region: { id: 'region', label: 'Region', hint: 'For example eu-central-1', secret: false },
    rules: 'In the bucket’s permissions, under Cross-origin resource sharing, add this:',
    whenRefused: `${S3_REFUSED} It needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket.`,
  }),
  s3({
    id: 's3',
    name: 'Other S3 (Ceph, OVH, Scaleway, SeaweedFS…)',
    where: 'Server address, without the bucket',
    region: { id: 'region', label: 'Region', hint: 'See your provider.', secret: false, value: 'us-east-1' },
    rules: 'Give the bucket these rules for web pages (CORS), with the provider’s page or aws s3api put-bucket-cors:',
    whenRefused: S3_REFUSED,
  }),
]

export const engineOf = (id: string): Engine | null => ENGINES.find((engine) => engine.id === id) ?? null

function placeAt(fields: Record<string, string>, id: string, form: RegExp, wrong: string): ReturnType<Engine['urlOf']> {
  const typed = (fields['address'] ?? '').trim()
  if (typed === '') return { field: 'address', problem: 'Enter the address of the storage. It begins with https://.' }
  const base = parseBaseUrl(typed)
  if (typeof base !== 'string') return { field: 'address', problem: base.problem }
  const name = (fields[id] ?? '').trim()
  return form.test(name) ? `${base}/${name}` : { field: id, problem: wrong }
}
