import type { BrowserCommand } from 'vitest/node'
import { startCouchDbServer } from './couchdb-server.ts'
import { type S3ServerOptions, startS3Server } from './s3-server.ts'

/** Storages for tests in a browser: they call these commands, which run in Node. */

const closing = new Map<string, () => Promise<void>>()

/** Returns the address of a bucket or database. */
const startStorage: BrowserCommand<['couchdb' | 's3', S3ServerOptions]> = async (_, kind, options) => {
  const server = await (kind === 's3' ? startS3Server(options) : startCouchDbServer(options))
  closing.set(server.url, server.close)
  return server.url
}
const stopStorage: BrowserCommand<[string]> = async (_, url) => {
  await closing.get(url)?.()
  closing.delete(url)
}

export const storageCommands = { startStorage, stopStorage }

declare module 'vitest/browser' {
  interface BrowserCommands {
    startStorage: (kind: 'couchdb' | 's3', options: S3ServerOptions) => Promise<string>
    stopStorage: (url: string) => Promise<void>
  }
}
