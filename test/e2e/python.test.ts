import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, pressArmed, visibleText } from '../support/app.ts'
import type { MockReply } from '../support/mock-replies.ts'
import { type PackageHost, startPackageHost } from '../support/package-host.ts'
import { useScene } from '../support/scene.ts'

/** Its start may take longer than the usual half minute on a busy machine. */
const python = (code: string, more: object = {}): MockReply => ({
  toolCalls: [{ name: 'run_python', arguments: { code, timeout_ms: 120_000, ...more } }],
})

const ROWS = `import csv, random
random.seed(7)
with open('sales.csv', 'w', newline='') as out:
  rows = csv.writer(out)
  rows.writerow(['region', 'amount'])
  for n in range(5000):
    rows.writerow([random.choice(['north', 'south', 'west']), random.randint(1, 1000)])
`
const ANALYSIS = `import csv, statistics, json, time
groups = {}
for row in csv.DictReader(open('sales.csv')):
  groups.setdefault(row['region'], []).append(int(row['amount']))
print('half way', sum(map(len, groups.values())), flush=True)
end = time.time() + 4
while time.time() < end: pass
means = {name: round(statistics.mean(values), 2) for name, values in sorted(groups.items())}
json.dump(means, open('means.json', 'w'))
open('log.txt', 'a').write('analysed\\n')
means
`

describe('5,000 rows in Python', () => {
  const scene = useScene()

  it('the browser is killed in the middle: they are analysed again, and its files are written exactly once', async () => {
    const { app, mock } = scene
    mock.setScript([python(ROWS), python(ANALYSIS), { text: 'Analysed.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Analyse the sales')
    await eventually(() => visibleText(app.toolCalls('run_python').last())).toContain('half way 5000')
    const again = await scene.killAndRelaunch(new URL(app.page.url()).hash)

    await again.untilAnswer('Analysed.')
    await again.untilStatus('Idle')
    expect(mock.journal()).toHaveLength(3)
    const results = mock.journal()[2]?.body.messages?.filter(({ role }) => role === 'tool') ?? []
    expect(results).toHaveLength(2)
    expect(JSON.stringify(results[1])).toContain('created means.json\\ncreated log.txt')
    expect(JSON.stringify(results[1])).toMatch(/\{'north': \d+\.\d+, 'south': \d+\.\d+, 'west': \d+\.\d+\}/)
    await again.files.getByRole('treeitem', { name: 'log.txt' }).click()
    await again.files.getByText('analysed', { exact: true }).waitFor()
  })

  it('Stop ends a loop, no file is changed, and the next run works', async () => {
    const { app, mock } = scene
    mock.setScript([python(`open('a.txt', 'w').write('x')\nprint('begun', flush=True)\nwhile True: pass`)])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Go')
    await eventually(() => visibleText(app.toolCalls('run_python'))).toContain('begun')
    await app.button('Stop').click()
    await app.untilStatus('Stopped')
    expect(await app.files.getByRole('treeitem').count()).toBe(0)
    mock.setScript([python(`import os\nos.listdir('.')`), { text: 'Nothing there.' }])
    await app.send('Look')
    await app.untilAnswer('Nothing there.')
    expect(JSON.stringify(mock.journal().at(-1)?.body.messages)).toContain('Value:\\n[]')
  })
})

describe('packages', () => {
  let host: PackageHost
  beforeAll(async () => {
    host = await startPackageHost()
  })
  afterAll(() => host.close())
  const options = { build: 'dist-test', installed: true, oneOrigin: true } as const
  const scene = useScene({
    ...options,
    get query() {
      return `?packages=${encodeURIComponent(host.url)}`
    },
  })
  const lastMessages = (): string => JSON.stringify(scene.mock.journal().at(-1)?.body.messages)
  const wheels = (): string[] => host.requests.filter((name) => name.endsWith('.whl'))

  it('are loaded after one word of the person, checked, kept, and there without their host; figures and tables are seen', async () => {
    const { app, mock } = scene
    const draw = `import pandas, matplotlib.pyplot as plt
open('n.csv', 'w').write('a,b\\n1,2\\n3,4\\n')
plt.plot([1, 2]); plt.show()
plt.plot([3, 4])
pandas.read_csv('n.csv')`
    mock.setScript([python(draw), { text: 'Drawn.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 })
    await app.send('Draw')
    const call = app.toolCalls('run_python')
    await eventually(() => visibleText(call)).toContain('Load Python packages from cdn.jsdelivr.net')
    expect(wheels()).toEqual([])
    await call.getByRole('combobox', { name: 'Scope' }).selectOption('session')
    await pressArmed(call.getByRole('button', { name: 'Approve', exact: true }))
    await app.untilAnswer('Drawn.')
    await app.untilStatus('Idle')
    expect(wheels().sort()).toEqual(['matplotlib-1.0-py3-none-any.whl', 'pandas-1.0-py3-none-any.whl'])
    expect(lastMessages()).toContain('The 2 pictures follow.')
    expect(lastMessages()).toContain('a b\\n1 2\\n3 4\\n(2, 2)')
    // both pictures, as the model gets them
    expect(lastMessages().match(/data:image\/png;base64/g)).toHaveLength(2)
    // what the person sees of the same
    await call.locator('summary').first().click()
    await call.getByRole('cell', { name: '3', exact: true }).first().waitFor()
    await eventually(() => call.getByRole('img', { name: 'Image from the tool' }).count()).toBe(2)

    // Python and its packages are kept: neither host is asked again
    await app.page.reload()
    const asked = scene.site.requests.length
    mock.setScript([python('import pandas\npandas.__name__'), { text: 'Once more.' }])
    await app.send('Again')
    await app.untilAnswer('Once more.')
    expect(lastMessages()).toContain(`Value:\\n'pandas'`)
    expect(wheels()).toHaveLength(2)
    expect(scene.site.requests.slice(asked).filter((path) => path !== '/service-worker.js')).toEqual([])
  })

  it('of which other bytes come than the app knows, and such that nobody has, are refused in words', async () => {
    const { app, mock } = scene
    host.forge()
    const tiny = { packages: ['tinystats'] }
    mock.setScript([python('import tinystats', tiny), { text: 'No.' }])
    await app.newSession()
    await app.send('Go')
    await pressArmed(app.toolCalls('run_python').getByRole('button', { name: 'Approve', exact: true }))
    await app.untilAnswer('No.')
    expect(lastMessages()).toContain('The file of tinystats is not the one that this app knows (its SHA-256 differs)')
    mock.setScript([python('1', { packages: ['nonpy'] }), { text: 'Neither.' }])
    await app.send('Go on')
    await pressArmed(app.toolCalls('run_python').last().getByRole('button', { name: 'Approve', exact: true }))
    await app.untilAnswer('Neither.')
    expect(lastMessages()).toContain('Python here has no package \\"nonpy\\"')
  })
})
