import { expect, it } from 'vitest'
import { runShell } from '../../../../src/tools/shell/run-shell.ts'
import { memoryFiles, run, wordsOf } from '../memory-files.ts'

/** Commands one after the other, each over what the ones before it have committed. */
async function session(files = memoryFiles({ 'a.txt': 'one\ntwo\n', 'src/b.txt': 'b\n' })) {
  return async (command: string): Promise<string> => {
    const result = await run(runShell, files, { command })
    expect(files.commit(result.files ?? [])).toBe(true)
    return wordsOf(result).split('\n[Files saved:')[0]?.split('\n').slice(1).join('\n') ?? ''
  }
}

it('a repository is made, filled, changed, branched and merged over many calls', async () => {
  const sh = await session()
  expect(await sh('git init && git status -s')).toContain(
    'Initialized empty Git repository in /workspace/.git/\n?? a.txt\n?? src/b.txt',
  )
  expect(await sh('git add . && git status -s && git commit -m "First"')).toMatch(
    /^A {2}a\.txt\nA {2}src\/b\.txt\n\[main [0-9a-f]{7}\] First\n 2 files changed/,
  )
  expect(await sh('git status')).toBe('On branch main\nnothing to commit, working tree clean')
  expect(await sh('echo three >> a.txt; git diff')).toBe(
    'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,3 @@\n one\n two\n+three',
  )
  expect(await sh('git checkout -b more && git commit -am "Second" && git log --oneline | cut -d" " -f2')).toContain(
    'Second\nFirst',
  )
  expect(await sh('git switch main && cat a.txt && git branch')).toContain(
    'one\ntwo\n  more\n* main'.replace('  more\n* main', '* main\n  more'),
  )
  expect(await sh('git merge more && tail -1 a.txt')).toBe('Fast-forward\nthree')
  expect(await sh('git rm src/b.txt && git commit -m Gone && ls')).toMatch(
    /rm 'src\/b\.txt'\n\[main .*\] Gone\n.*\na\.txt/,
  )
})

it('a conflict is marked in the file and told', async () => {
  const sh = await session(memoryFiles({ a: 'base\n' }))
  await sh(
    'git init && git add . && git commit -m base && git checkout -b other && echo theirs > a && git commit -am theirs',
  )
  await sh('git switch main && echo ours > a && git commit -am ours')
  const told = await sh('git merge other; cat a')
  expect(told).toContain('CONFLICT in: a')
  expect(told).toMatch(/<<<<<<<[\s\S]*ours[\s\S]*=======[\s\S]*theirs[\s\S]*>>>>>>>/)
})

it('says what it is not, and where there is no repository', async () => {
  const sh = await session()
  expect(await sh('git log')).toBe('git: not a git repository (or any of the folders above)')
  expect(await sh('git init; git push')).toContain("'origin' does not appear to be a git repository")
  expect(await sh('git clone git@host.example:a/b.git')).toContain('only addresses that begin with https://')
  expect(await sh('git clone https://me:secret@host.example/b.git')).toContain('no name or password in an address')
})

it('a change of the same length right after a checkout was lost: no commit had it', async () => {
  for (let n = 0; n < 20; n++) {
    const sh = await session(memoryFiles({ a: 'base\n' }))
    await sh(
      'git init && git add . && git commit -m base && git checkout -b other && echo theirs > a && git commit -am o',
    )
    expect(await sh('git switch main && echo ours > a && git commit -am ours')).toContain('1 files changed')
  }
})
