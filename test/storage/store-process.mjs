import { existsSync } from 'node:fs'
import { createServer } from 'node:net'

/** What starting a storage for tests is made of. */

const PATIENCE = 60_000

/** @param {string} command */
export const foundIn = (command) =>
  ['/usr/bin', '/usr/sbin', '/usr/local/bin'].some((folder) => existsSync(`${folder}/${command}`))

/** @returns {Promise<number>} */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** @type {(what: string, ready: () => unknown) => Promise<unknown>} */
export async function until(what, ready) {
  const started = Date.now()
  for (;;) {
    try {
      return await ready()
    } catch (error) {
      if (Date.now() - started > PATIENCE) throw new Error(`${what} did not come up.`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}
