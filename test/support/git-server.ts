import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type GitServer = {
  /** Address of the repository. */
  url: string
  /** Requests, in order: method, path with query, and whether a login came with it. */
  asked: { method: string; path: string; login: string | null }[]
  /** Runs git in the repository on the server. */
  git: (...args: string[]) => string
  close: () => void
}

/**
 * Git's smart protocol over HTTP with one repository that holds `files` in its first commit; a `.sh` is executable. `cors`: it lets
 * browsers read its answers. `login`: pushes need this user and token.
 */
export async function startGitServer(
  files: Record<string, string>,
  { cors = true, login = 'me:token' }: { cors?: boolean; login?: string } = {},
): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'git-'))
  const bare = join(root, 'notes.git')
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: bare, encoding: 'utf8', env: AUTHOR })
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare])
  let tree = ''
  for (const [path, text] of Object.entries(files)) {
    const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: bare, input: text, encoding: 'utf8' })
    tree += `${path.endsWith('.sh') ? '100755' : '100644'} blob ${blob.trim()}\t${path}\n`
  }
  const written = execFileSync('git', ['mktree'], { cwd: bare, input: tree, encoding: 'utf8' }).trim()
  git('update-ref', 'refs/heads/main', git('commit-tree', written, '-m', 'First').trim())
  const asked: GitServer['asked'] = []
  const server = createServer((request, response) => {
    const given = /^Basic (.*)$/.exec(request.headers.authorization ?? '')?.[1]
    const user = given === undefined ? null : Buffer.from(given, 'base64').toString()
    if (cors) for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value)
    if (request.method === 'OPTIONS') return void response.writeHead(cors ? 204 : 405).end()
    asked.push({ method: request.method ?? '', path: request.url ?? '', login: user })
    if (request.url?.includes('git-receive-pack') && user !== login) return void response.writeHead(401).end()
    serve(bare, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
    rmSync(root, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notes.git`, asked, git, close }
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type, authorization, accept',
  'access-control-allow-methods': 'GET, POST',
}
const AUTHOR = {
  ...process.env,
  ...{ GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.org' },
  ...{ GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@example.org' },
}

/** One request of git's smart protocol, answered by git itself. */
function serve(bare: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://host')
  const isAsked = url.pathname === '/notes.git/info/refs'
  const service = isAsked ? url.searchParams.get('service') : url.pathname.replace('/notes.git/', '')
  if (service !== 'git-upload-pack' && service !== 'git-receive-pack') return void response.writeHead(404).end()
  const kind = isAsked ? 'advertisement' : 'result'
  response.setHeader('content-type', `application/x-${service}-${kind}`)
  if (isAsked) response.write(`${packetLine(`# service=${service}\n`)}0000`)
  const advertise = isAsked ? ['--advertise-refs'] : []
  const program = spawn('git', [service.slice('git-'.length), '--stateless-rpc', ...advertise, bare])
  // git ends when it has read enough
  program.stdin.on('error', () => {})
  request.pipe(program.stdin)
  program.stdout.pipe(response)
}

const packetLine = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text
