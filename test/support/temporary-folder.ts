import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Global set-up: profiles and copies of builds go into one folder, which is removed when all lanes have ended, killed
 * or not.
 */
export default function makeTemporaryFolder(): () => Promise<void> {
  // short: Chromium puts a socket in it
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'))
  process.env['TMPDIR'] = folder
  // a browser that ends may write into its profile for seconds after its lane has ended
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
}
