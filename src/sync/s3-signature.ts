import { AwsV4Signer } from 'aws4fetch'

/** AWS Signature Version 4 for S3, by the storage's clock. */

export type S3Credentials = { accessKeyId: string; secretAccessKey: string; region: string }
export type S3Signature = {
  /** The headers, including the signature. Contract: none of them changes on the way. */
  sign: (request: { method: string; url: URL; headers: Headers }) => Promise<Headers>
  /** The storage has reported its time; wall time, ms. */
  setTime: (there: number) => void
  /** How far this device's clock was behind then, in ms; 0: never reported. */
  offset: () => number
}

/** `now`: this device's wall time, ms; it may be wrong. */
export function makeS3Signature(credentials: S3Credentials, now: () => number = Date.now): S3Signature {
  const cache = new Map<string, ArrayBuffer>()
  let offset = 0
  return {
    sign: async ({ method, url, headers }) => {
      const datetime = new Date(now() + offset).toISOString().replace(/[:-]|\.\d{3}/g, '')
      const signer = new AwsV4Signer({ ...credentials, service: 's3', method, url: url.href, headers, cache, datetime })
      return (await signer.sign()).headers
    },
    setTime: (there) => {
      offset = there - now()
    },
    offset: () => offset,
  }
}
