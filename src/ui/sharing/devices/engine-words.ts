import {
  ENGINE_IDS,
  ENGINE_NAMES,
  type EngineId,
  type StorageField,
  type StorageStep,
  type WrongField,
} from '../../../settings/storage-engine.ts'
import { addressWords } from '../../base/words/address-words.ts'
import { sentences } from '../../base/words/sentences.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'

/** Words for the kinds of storage, their fields and how to prepare them. */

const isKnown = (id: string): id is EngineId => (ENGINE_IDS as readonly string[]).includes(id)

/** An engine of a newer version has its id as its name. */
export function engineName(id: string): string {
  if (!isKnown(id)) return id
  return id === 's3' ? t('Other S3 (Ceph, OVH, Scaleway, SeaweedFS…)') : ENGINE_NAMES[id]
}

const LABELS: Record<StorageField, PlainPhrase> = {
  address: 'Address',
  database: 'Database',
  user: 'User name',
  password: 'Password',
  bucket: 'Bucket',
  region: 'Region',
  keyId: 'Access key ID',
  secretKey: 'Secret access key',
}
const HINTS: Partial<Record<StorageField, PlainPhrase>> = {
  database: 'It must exist.',
  user: 'Preferably a separate user with access to this database only.',
  bucket: 'It must exist. Preferably a separate bucket.',
  keyId: 'A key for this bucket only: read, write, list and delete.',
}
const ADDRESSES: Record<EngineId, PlainPhrase> = {
  couchdb: 'Server address, for example https://couch.example.org',
  r2: 'For example https://0123456789abcdef.r2.cloudflarestorage.com, without the bucket',
  aws: 'For example https://s3.eu-central-1.amazonaws.com, without the bucket',
  s3: 'Server address, without the bucket',
}
const REGIONS: Partial<Record<EngineId, PlainPhrase>> = { aws: 'For example eu-central-1', s3: 'See your provider.' }
const GUIDES: Record<EngineId, readonly PlainPhrase[]> = {
  couchdb: [
    'Allow this page: add this to local.ini (or set it under Configuration in Fauxton) and restart CouchDB.',
    'Create the database and a user who is a member of it. Use a single node: clusters are rejected.',
  ],
  r2: ['In the bucket’s settings, under CORS policy, add this:'],
  aws: ['In the bucket’s permissions, under Cross-origin resource sharing, add this:'],
  s3: ['Give the bucket these rules for web pages (CORS), with the provider’s page or aws s3api put-bucket-cors:'],
}

export const fieldLabel = (field: StorageField): string => t(LABELS[field])

/** '': none. */
export function fieldHint(engine: EngineId, field: StorageField): string {
  const hint = field === 'address' ? ADDRESSES[engine] : field === 'region' ? REGIONS[engine] : HINTS[field]
  return hint === undefined ? '' : t(hint)
}

/** Says what the text number `n` to paste is for. */
export const guideWords = (engine: EngineId, n: number): string => {
  const words = GUIDES[engine][n]
  return words === undefined ? '' : t(words)
}

const FORMS: Partial<Record<StorageField, PlainPhrase>> = {
  database: 'Database names use lowercase letters, digits, - and _.',
  bucket: 'Bucket names use only letters, digits, - and .',
}

export function wrongFieldWords({ field, why }: WrongField): string {
  const form = FORMS[field]
  if (why !== 'missing' && why !== 'form') return addressWords(why)
  if (why === 'form' && form !== undefined) return t(form)
  if (field === 'address') return t('Enter the address of the storage. It begins with https://.')
  const label = fieldLabel(field)
  return t('Enter the {field}.', { field: label.charAt(0).toLowerCase() + label.slice(1) })
}

const CHECK_KEYS: PlainPhrase =
  'Copy both keys again. Check the region, and that the key can read, write, list and delete in this bucket.'
const STEPS: Record<StorageStep, readonly PlainPhrase[]> = {
  connect: ['Connect to the network and test again.'],
  'allow-page': ['Allow this page as described below, then test again.'],
  'check-address': ['Check the address for typos, and whether other pages load.'],
  'find-storage': ['Check the address: it must be the storage itself, not a web page about it.'],
  'test-again': ['Test again. If this persists, the server or the connection is too slow.'],
  'test-later': ['Test again later.'],
  'set-clock': ['Set this device’s clock, then test again.'],
  'free-space': ['Free up space there, or use another storage.'],
  'check-disk': ['Nothing is lost here. Check the storage’s disk and log, or use another storage.'],
  'raise-limit': ['Raise the server’s request size limit.'],
  'check-login': ['Check the user name and password, and that the user is a member of the database.'],
  'make-database': ['Create the database there, or correct its name.'],
  'check-keys': [CHECK_KEYS],
  'check-r2-token': [CHECK_KEYS, 'R2 needs an API token with "Object Read & Write" for this bucket.'],
  'check-aws-rights': [CHECK_KEYS, 'It needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket.'],
  'make-bucket': ['Create the bucket there, or correct its name and the address.'],
}

/** What to do about a storage that does not work; '': nothing is known to help. */
export const stepWords = (step: StorageStep | null): string =>
  step === null ? '' : sentences(STEPS[step].map((phrase) => t(phrase)))
