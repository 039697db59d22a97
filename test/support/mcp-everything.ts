import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'

/** The official test server over HTTP, on a random port. */
export async function startEverything(
  port?: number,
): Promise<{ url: string; port: number; stop: () => Promise<void> }> {
  const chosen = port ?? (await freePort())
  const script = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')
  const child: ChildProcess = spawn(process.execPath, [script, 'streamableHttp'], {
    env: { ...process.env, PORT: String(chosen) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (data: Buffer) => {
      if (data.toString().includes('listening')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the MCP server ended with ${code}`)))
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  return { url: `http://127.0.0.1:${chosen}/mcp`, port: chosen, stop }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
