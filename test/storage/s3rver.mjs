import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foundIn, freePort, until } from './store-process.mjs'

/** s3rver, a server of S3 for tests of others. It is no package of ours: npx fetches this version of it. */
export const INSTALL = 'npm, and a network from which packages can be had'
const VERSION = '3.7.1'

export const missing = () => (foundIn('npx') ? [] : ['npx'])

/** Starts it with an empty bucket. */
export async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'reflexor-s3rver-'))
  const port = await freePort()
  const args = ['-d', join(folder, 'data'), '-a', '127.0.0.1', '-p', `${port}`, '--configure-bucket', 'bucket']
  // a group of its own: npx begins it below a shell
  const child = spawn('npx', ['--yes', `s3rver@${VERSION}`, ...args], { cwd: folder, stdio: 'ignore', detached: true })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      process.kill(-child.pid, 'SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await until('s3rver', () => fetch(url))
  } catch (error) {
    await stop()
    throw error
  }
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }
  return { settings: { url: `${url}/bucket`, keys }, stop }
}
