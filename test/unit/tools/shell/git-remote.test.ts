import { afterEach, describe, expect, it } from 'vitest'
import { prepareCalls } from '../../../../src/effects/prepare-calls.ts'
import { runShell } from '../../../../src/tools/shell/run-shell.ts'
import { addressOf, needsRemote, pushes, remotesIn } from '../../../../src/tools/shell/web-address.ts'
import type { Tool } from '../../../../src/tools/tool.ts'
import type { GitRequest, Web } from '../../../../src/tools/web/web-port.ts'
import { type GitServer, startGitServer } from '../../../support/git-server.ts'
import { memoryFiles, run, wordsOf } from '../memory-files.ts'
import { openWeb } from '../web-server.ts'

const servers: GitServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
async function server(files: Record<string, string> = { 'README.md': 'one\n' }): Promise<GitServer> {
  const started = await startGitServer(files)
  servers.push(started)
  return started
}

const LOGIN = { authorization: `Basic ${btoa('me:token')}` }
/** git over HTTP as the worker's port does it, without its grants. `sent`: what left. */
function gitWeb(sent: GitRequest[] = []): Web {
  const git: Web['git'] = async (request, signal) => {
    sent.push(request)
    const { repository, service, body } = request
    if (body === null) return await fetch(`${repository}/info/refs?service=${service}`, { signal, headers: LOGIN })
    const headers = { ...LOGIN, 'content-type': `application/x-${service}-request` }
    return await fetch(`${repository}/${service}`, { method: 'POST', headers, body, signal })
  }
  return openWeb({ git })
}

/** Commands one after the other, each at its own time, over what the ones before it have committed. */
function session(sent: GitRequest[] = []) {
  const files = memoryFiles({})
  let calledAt = Date.UTC(2026, 10, 27)
  let last: string | null = null
  const sh = async (command: string, git_remote?: string): Promise<string> => {
    calledAt += 60_000
    const args = { command, ...(git_remote && { git_remote }) }
    const result = await run(runShell, files, args, { web: gitWeb(sent), calledAt, lastResult: () => last })
    last = wordsOf(result)
    expect(files.commit(result.files ?? [])).toBe(true)
    return last.split('\n[Files saved:')[0] ?? ''
  }
  return { files, sh }
}

describe('git over the network', () => {
  it('a repository is cloned, changed, committed and pushed; what others did is pulled and merged', async () => {
    const { url, git } = await server()
    const { sh, files } = session()
    expect(await sh(`git clone ${url} && cd notes && cat README.md && git remote -v`)).toMatch(/one\norigin\thttp/)
    expect(files.textOf('notes/README.md')).toBe('one\n')
    const change = 'cd /workspace/notes; echo two > two.txt; git add . && git commit -m Second && git push'
    expect(await sh(change, url)).toMatch(/To http.*\n [0-9a-f]{7}\.\.[0-9a-f]{7} main -> main/)
    expect(git('show', 'main:two.txt')).toBe('two\n')
    expect(await sh('git push', url)).toContain('Everything up-to-date')

    const other = session()
    await other.sh(`git clone ${url}`)
    await other.sh('cd notes; echo three > three.txt; git add .; git commit -m Third; git push', url)
    await sh('echo four > four.txt; git add .; git commit -m Fourth')
    expect(await sh('git push', url)).toMatch(/rejected.*not-fast-forward[\s\S]*git pull/)
    expect(await sh('git pull && ls && git push', url)).toMatch(/three\.txt[\s\S]*main -> main/)
    expect(git('log', '--format=%s', 'main').split('\n').filter(Boolean).sort()).toEqual(
      expect.arrayContaining(['First', 'Fourth', 'Second', 'Third']),
    )
  })

  it('a command that pushed and was killed before its end is run again: the host has one commit, and it is the same', async () => {
    const { url, git } = await server()
    const { files, sh } = session()
    await sh(`git clone ${url}; cd notes`)
    const command = 'cd /workspace/notes; echo two > two.txt; git add . && git commit -m Second && git push'
    const sent: GitRequest[] = []
    const context = { web: gitWeb(sent), calledAt: Date.UTC(2026, 10, 28) }
    const first = await run(runShell, files, { command, git_remote: url }, context)
    const head = git('rev-parse', 'main')
    // its changes were never committed
    const again = await run(runShell, files, { command, git_remote: url }, context)
    expect(wordsOf(first)).toContain('main -> main')
    expect(wordsOf(again)).toContain('Everything up-to-date')
    expect(git('rev-parse', 'main')).toBe(head)
    expect(sent.filter(({ service, body }) => service === 'git-receive-pack' && body !== null)).toHaveLength(1)
    expect(files.commit(again.files ?? [])).toBe(true)
    expect(await sh('cd /workspace/notes; git status -s; git push', url)).toContain('Everything up-to-date')
  })

  it('goes to no address but the one that the person was asked about', async () => {
    const { url } = await server()
    const sent: GitRequest[] = []
    const { sh } = session(sent)
    await sh(`git clone ${url}`)
    sent.length = 0
    expect(await sh('cd notes; git fetch')).toContain('must be in the command')
    expect(await sh('git fetch', 'https://other.example/notes.git')).toContain('is not https://other.example/notes.git')
    await sh('git config remote.origin.url https://evil.example/x.git')
    expect(await sh('git push', url)).toContain('evil.example')
    await sh(`git config remote.origin.url ${url}; git config http.corsProxy https://evil.example`)
    await sh('git fetch', url)
    expect(sent.map(({ repository }) => repository)).toEqual(sent.map(() => url))
    expect(sent).toHaveLength(2)
  })

  it('one command asks a few times, however often it loops', async () => {
    const { url } = await server()
    const sent: GitRequest[] = []
    const { sh } = session(sent)
    expect(await sh(`for n in $(seq 30); do git ls-remote ${url} > /dev/null; done`)).toContain('8 times')
    expect(sent).toHaveLength(8)
  })

  it('a script that was changed lost its executable mark at the host', async () => {
    const { url, git } = await server({ 'run.sh': 'echo one\n', 'a.txt': 'a\n' })
    const { sh } = session()
    await sh(`git clone ${url}`)
    expect(await sh('cd notes; git status -s')).toContain('(no output)')
    await sh('echo echo two >> run.sh; echo b >> a.txt; git commit -am More; git push', url)
    expect(git('ls-tree', 'main', 'run.sh')).toContain('100755')
    expect(git('ls-tree', 'main', 'a.txt')).toContain('100644')
    expect(git('show', 'main:run.sh')).toBe('echo one\necho two\n')
  })

  it('a new branch is pushed from a shallow clone, and deleted', async () => {
    const { url, git } = await server()
    const { sh } = session()
    await sh(`git clone --depth 1 ${url}`)
    await sh('cd notes; git checkout -b topic; echo x > x; git add x; git commit -m X')
    expect(await sh('git push -u origin topic', url)).toContain('[new branch] topic -> topic')
    expect(git('branch', '--format=%(refname:short)')).toContain('topic')
    expect(await sh('git push origin --delete topic', url)).toContain('[deleted] topic')
    expect(git('branch', '--format=%(refname:short)')).not.toContain('topic')
  })
})

describe('what a command line opens', () => {
  it.each([
    ['git clone https://a.example/r.git', 'https://a.example/r.git', false],
    ['git -C notes push https://a.example/r/ main', 'https://a.example/r', true],
    ['git remote add o "https://a.example/r.git" && git push o main', 'https://a.example/r.git', true],
    ['git commit -m "see https://a.example"; ls', null, false],
    ['git remote add o https://a.example/r.git', null, false],
    ['git log | grep https://a.example', null, false],
  ])('%s', (command, address, sends) => {
    expect(addressOf({ command })).toBe(address)
    expect(pushes(command)).toBe(sends)
  })

  it('two repositories in one command are refused', () => {
    const command = 'git clone https://a.example/r.git; git clone https://b.example/r.git'
    expect(() => addressOf({ command })).toThrow('opens 2 addresses')
    expect(() =>
      addressOf({ command: 'curl https://a.example; git push', git_remote: 'https://b.example/r' }),
    ).toThrow()
  })

  it('the address is asked for where the command goes over the network and names none', () => {
    expect(needsRemote('git push')).toBe(true)
    expect(needsRemote('git commit -m push')).toBe(false)
    expect(needsRemote('git push https://a.example/r main')).toBe(false)
    expect(remotesIn('[remote "origin"]\n\turl = https://a.example/r.git/\n\tfetch = +x\n[x]\nurl = git@b:c')).toEqual([
      'https://a.example/r.git',
    ])
  })

  const shell = runShell as Tool
  it('a push is asked about by its repository, beside its site; reading by its site alone', () => {
    const push = { command: 'git push', git_remote: 'https://a.example/me/r.git' }
    expect(shell.grantFor?.(push)).toBe('push:https://a.example/me/r.git')
    expect(shell.sends?.(push)).toEqual({ address: 'https://a.example/me/r.git' })
    expect(shell.grantFor?.({ command: 'git fetch', git_remote: 'https://a.example/me/r.git' })).toBe(
      'origin:https://a.example',
    )
  })

  it('git push asked nobody where it goes: the remote of the repository is put into the call, so that the question names it', async () => {
    const files = memoryFiles({ 'notes/.git/config': '[remote "origin"]\n\turl = https://a.example/me/r.git\n' })
    const call = { providerId: '1', name: 'run_shell', args: JSON.stringify({ command: 'cd notes; git push' }) }
    const [prepared] = await prepareCalls([call], { tools: [shell], files })
    expect(JSON.parse(prepared?.args ?? '')).toEqual({
      command: 'cd notes; git push',
      git_remote: 'https://a.example/me/r.git',
    })
    expect(prepared?.grant).toBe('push:https://a.example/me/r.git')
    files.set('other/.git/config', '[remote "origin"]\n\turl = https://b.example/r.git\n')
    const [open] = await prepareCalls([call], { tools: [shell], files })
    expect(open?.args).toBe(call.args)
  })
})
