import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One check of the official conformance tool. */
export type Check = { id: string; status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED'; description: string }
/** What the tool tells a client: the server's address, and what a person would know. */
export type Told = { url: string; scenario: string; context: Record<string, string> }

const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const DEADLINE = 110_000
const TOOL = beside('../node_modules/@modelcontextprotocol/conformance/dist/index.js')

/**
 * Runs all client scenarios of the official conformance tool, in parallel, against a client in this process; returns
 * the checks by scenario. The tool needs a command to start: ours sends a request here. Its published file imports
 * `globSync`, which Node 20 lacks and this part of it does not use: a loader hook provides one that throws.
 */
export async function runConformance(client: (told: Told) => Promise<void>): Promise<Map<string, Check[]>> {
  const door = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    try {
      await client(JSON.parse(body) as Told)
      response.writeHead(200).end()
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const results = mkdtempSync(join(tmpdir(), 'reflexor-conformance-'))
  const command = `${process.execPath} ${beside('./mcp-conformance-command.mjs')} ${(door.address() as AddressInfo).port}`
  const args = ['--import', beside('./mcp-conformance-hook.mjs'), TOOL, 'client', '--suite', 'all', '-o', results]
  const child = spawn(process.execPath, [...args, '--timeout', '60000', '--command', command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said += data.toString()
    })
  let ended = false
  child.once('close', () => {
    ended = true
  })
  // the tool itself may never end: its servers wait for connections that were opened and never used
  const deadline = Date.now() + DEADLINE
  const all = (): number => Number(/\((\d+) scenarios\)/.exec(said)?.[1] ?? Number.POSITIVE_INFINITY)
  while (!ended && readChecks(results).size < all() && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 200))
  const found = readChecks(results)
  child.kill()
  door.closeAllConnections()
  door.close()
  rmSync(results, { recursive: true, force: true })
  if (found.size !== all()) throw new Error(`The tool came to no end: ${said}`)
  return found
}

/** `<scenario>-<time>/checks.json`; a scenario's name may have a slash. */
function readChecks(folder: string): Map<string, Check[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('checks.json'),
  )
  return new Map(
    files.flatMap((name): [string, Check[]][] => {
      const text = readFileSync(join(folder, name), 'utf8')
      // it is being written: the next look finds it
      if (!/(^\[|\n)\]\s*$/.test(text)) return []
      return [[name.replace(/-\d{4}-\d\d-\d\dT[^/]*\/checks\.json$/, ''), JSON.parse(text) as Check[]]]
    }),
  )
}
