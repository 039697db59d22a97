import { describe, expect, it } from 'vitest'
import { type App, appOn, eventually, visibleText } from '../support/app.ts'
import { crashTab } from '../support/launch.ts'
import { cases } from '../support/runs.ts'
import { useScene } from '../support/scene.ts'

/** The test build: a failpoint in the address holds a tool in the middle of its run until the page is left. */
const scene = useScene({ build: 'dist-test' })
/** Two Pythons start in it: half a minute is short for that on a busy machine. */
const PATIENT = 120_000
const command = 'mkdir -p out; for n in 1 2 3; do echo line $n >> out/log.txt; done; ls out | gzip > out/list.gz'

async function stuck(point: string): Promise<App> {
  const { app: start, mock } = scene
  mock.setScript([
    { text: 'Working.', toolCalls: [{ name: 'run_shell', arguments: { command } }] },
    { text: 'More.', toolCalls: [{ name: 'run_shell', arguments: { command: 'cd out; wc -l log.txt' } }] },
    { text: 'Still there.', toolCalls: [{ name: 'run_shell', arguments: { command: 'pwd' } }] },
    { text: 'The log is written.' },
  ])
  await start.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await start.page.close()
  const app = appOn(await scene.browser.context.newPage())
  await app.page.goto(`${scene.site.url}?failpoint=${point}:1:hang#/`)
  await app.send('Write a log')
  await app.untilStatus('Using run_shell')
  await eventually(() => visibleText(app.toolCalls('run_shell'))).toContain('Running')
  return app
}

describe('a shell command that is killed in the middle happens exactly once', () => {
  it.each(cases(['after-tool-run'], ['before-tool-run', 'before-tool-respond']))('%s', async (point) => {
    const app = await stuck(point)
    const address = `${scene.site.url}${new URL(app.page.url()).hash}`
    await crashTab(app.page)
    const again = appOn(await scene.browser.context.newPage())
    await again.page.goto(address)
    await again.untilAnswer('The log is written.')
    const results =
      scene.mock
        .journal()
        .at(-1)
        ?.body.messages?.filter(({ role }) => role === 'tool') ?? []
    expect(results).toHaveLength(3)
    expect(JSON.stringify(results[1])).toContain('3 log.txt')
    expect(JSON.stringify(results[2])).toContain('/workspace/out')
    await again.openFiles()
    await eventually(() => again.files.getByRole('treeitem').allInnerTexts()).toHaveLength(3)
  })
})

it('python3 reads what the shell has, is piped on, and a kill in the middle leaves one run', async () => {
  const { app: start, mock } = scene
  const program = `import sys, csv, os
rows = list(csv.reader(sys.stdin))
os.makedirs('out', exist_ok=True)
open('out/runs.txt', 'a').write('run\\n')
print('sum', sum(int(n) for _, n in rows), open('/workspace/note.txt').read())`
  const piped = `echo noted > note.txt; cat > sum.py <<'END'\n${program}\nEND\nprintf 'a,1\\nb,2\\n' | python3 sum.py | tr a-z A-Z; wc -l < out/runs.txt; python3 -c 'import nope' || echo $?`
  mock.setScript([
    { text: 'Working.', toolCalls: [{ name: 'run_shell', arguments: { command: piped, timeout_ms: PATIENT } }] },
    { text: 'The sum is there.' },
  ])
  await start.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await start.page.close()
  const app = appOn(await scene.browser.context.newPage())
  await app.page.goto(`${scene.site.url}?failpoint=after-tool-run:1:hang#/`)
  await app.send('Sum it up')
  await app.untilStatus('Using run_shell')
  await eventually(() => visibleText(app.toolCalls('run_shell'))).toContain('Running')
  const address = `${scene.site.url}${new URL(app.page.url()).hash}`
  await crashTab(app.page)
  const again = appOn(await scene.browser.context.newPage())
  await again.page.goto(address)
  await again.untilAnswer('The sum is there.')
  const [result] =
    mock
      .journal()
      .at(-1)
      ?.body.messages?.filter(({ role }) => role === 'tool') ?? []
  const words = String(result?.content)
  expect(words).toContain('SUM 3 NOTED')
  expect(words).toMatch(/\n1\n1\n/)
  expect(words).toContain("No module named 'nope'")
  expect(words).toMatch(/created out\/runs\.txt/)
})

it('the folder stays over a reload between two tasks', async () => {
  const { app, mock } = scene
  const shell = (command: string) => [{ name: 'run_shell', arguments: { command } }]
  mock.setScript([
    { toolCalls: shell('mkdir -p a/b; echo x > a/b/c; cd a/b') },
    { text: 'I am there.' },
    { text: 'Yes.' },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Go to a/b')
  await app.untilAnswer('I am there.')
  await app.send('Are you?')
  await app.untilAnswer('Yes.')
  await app.untilStatus('Idle')
  await app.page.reload()
  await app.untilStatus('Idle')
  mock.setScript([{ toolCalls: shell('pwd') }, { text: 'Still there.' }])
  await app.send('Where?')
  await app.untilAnswer('Still there.')
  expect(JSON.stringify(mock.journal().at(-1)?.body.messages?.at(-1))).toContain('\\n/workspace/a/b')
})

it('Stop ends a command that never ends within a second, and nothing of it is saved', async () => {
  const { app, mock } = scene
  const endless = 'echo x > file.txt; sleep 1000'
  mock.setScript([
    { text: 'Waiting.', toolCalls: [{ name: 'run_shell', arguments: { command: endless, timeout_ms: 200_000 } }] },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Wait')
  await app.untilStatus('Using run_shell')
  await app.button('Stop').click()
  await app.untilStatus('Stopped')
  await app.openFiles()
  expect(await app.files.getByRole('treeitem').count()).toBe(0)
})
