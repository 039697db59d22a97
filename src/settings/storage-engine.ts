import { URL_PROBLEMS } from './address-problem.ts'

/** Ids of the storages that devices can share, and of what a person is asked for. The words are the page's. */

export const ENGINE_IDS = ['couchdb', 'r2', 'aws', 's3'] as const
export type EngineId = (typeof ENGINE_IDS)[number]
/** Names of products, the same in every language. */
export const ENGINE_NAMES = { couchdb: 'CouchDB', r2: 'Cloudflare R2', aws: 'AWS S3' } as const

export const STORAGE_FIELDS = [
  ...(['address', 'database', 'user', 'password'] as const),
  ...(['bucket', 'region', 'keyId', 'secretKey'] as const),
] as const
export type StorageField = (typeof STORAGE_FIELDS)[number]

/** What a person can do about a storage that does not work. */
export const STORAGE_STEPS = [
  ...(['connect', 'allow-page', 'check-address', 'find-storage', 'test-again', 'test-later'] as const),
  ...(['set-clock', 'free-space', 'check-disk', 'raise-limit'] as const),
  ...(['check-login', 'make-database', 'check-keys', 'check-r2-token', 'check-aws-rights', 'make-bucket'] as const),
] as const
export type StorageStep = (typeof STORAGE_STEPS)[number]

export const FIELD_PROBLEMS = ['missing', 'form', ...URL_PROBLEMS] as const
/** A problem of one field. */
export type WrongField = { field: StorageField; why: (typeof FIELD_PROBLEMS)[number] }

/** Why a recovery code cannot be used. */
export const CODE_PROBLEMS = ['not-a-code', 'code-newer', 'code-cut', 'code-unreadable'] as const
export type CodeProblem = (typeof CODE_PROBLEMS)[number]
