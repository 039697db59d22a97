import { describe, expect, it } from 'vitest'
import { eventually, visibleText } from '../../support/app.ts'
import { codeAttack, scriptAttack, staticAttack } from '../../support/attacks/attack-pages.ts'
import { BLOCKED, code, page, useUntrustedCode, wait } from '../../support/untrusted-code.ts'

const untrusted = useUntrustedCode()
const { scene, ask, frame, console, press, letScriptsRun, isKilledByStop } = untrusted

describe('code that the model runs', () => {
  it('works on the workspace, comes from the installed app alone, and its result goes back to the model', async () => {
    const { app, mock } = scene
    await ask([
      { toolCalls: [{ name: 'write_file', arguments: { path: 'numbers.txt', content: '1\n2\n39' } }] },
      code(`const sum = readFile('numbers.txt').split('\\n').map(Number).reduce((a, b) => a + b)
        console.log('adding'); writeFile('sum.txt', String(sum)); sum`),
      { text: 'Added.' },
    ])
    const last = JSON.stringify(mock.journal().at(-1)?.body.messages)
    expect(last).toContain('Console:\\nadding\\n\\nResult:\\n42')
    await app.files.getByRole('treeitem', { name: 'sum.txt' }).click()
    await app.files.getByText('42', { exact: true }).waitFor()

    // everything of the sandbox comes out of the service worker: the site is not asked again
    const asked = scene.site.requests.length
    mock.setScript([code('6 * 111'), { text: 'Once more.' }])
    await app.send('Again')
    await app.untilAnswer('Once more.')
    expect(JSON.stringify(mock.journal().at(-1)?.body.messages)).toContain('Result:\\n666')
    // a while after each load the browser itself looks for a newer one
    expect(scene.site.requests.slice(asked).filter((path) => path !== '/service-worker.js')).toEqual([])
  })

  it('reaches nothing: no network, no origin, no other thread', async () => {
    await ask([code(codeAttack(untrusted.attacker.url)), { text: 'Done.' }])
    await wait(500)
    expect(JSON.stringify(scene.mock.journal().at(-1)?.body.messages)).toContain('Result:\\nnothing reached')
    expect(untrusted.attacker.requests).toEqual([])
    expect(untrusted.attacker.connections()).toBe(0)
  })

  it('leaves the page at ease and is killed by Stop: an endless loop', () => isKilledByStop('for (;;);'))
})

describe('a page that the model wrote, without its scripts', () => {
  it('is shown with its styles, and connects to nobody, whatever it says and whatever is clicked in it', async () => {
    await ask(page('report.html', staticAttack(untrusted.attacker.url)))
    await frame().getByRole('heading', { name: 'Quarterly report' }).waitFor()
    for (const name of ['A link to click', 'A link to a new tab', 'Send the form']) {
      const target = frame().getByText(name)
      if ((await target.count()) > 0) await target.click()
    }
    await wait(BLOCKED)
    expect(untrusted.attacker.requests).toEqual([])
    expect(untrusted.attacker.connections()).toBe(0)
    expect(await console().count()).toBe(0)
    expect(scene.browser.context.pages()).toHaveLength(2)
  })
})

describe('a page that the model wrote, with its scripts', () => {
  it('runs only after the question, offline too; its console and errors come back and can be sent to the agent', async () => {
    const { app, mock } = scene
    scene.allowComplaint(/uncaught: Cannot read properties of null/)
    const counter = `<button onclick="console.log('clicked', ++n)">Count</button><script>let n = 0; console.warn('ready'); setTimeout(() => {
 null.x }, 50)</script>`
    await ask(page('counter.html', counter))
    await scene.browser.context.setOffline(true)
    await app.page.reload()
    await frame().getByText('Count').click()
    expect(await console().count()).toBe(0)
    await letScriptsRun()
    await frame().getByText('Count').click()
    await eventually(() => visibleText(console())).toMatch(
      /ready[\s\S]*Cannot read properties of null.*\(\S+\.html:2:7\)[\s\S]*clicked 1/,
    )
    await scene.browser.context.setOffline(false)
    mock.setScript([{ text: 'I will mend it.' }])
    const asked = mock.journal().length
    await press('Send to the agent', async () => mock.journal().length > asked)
    await app.untilAnswer('I will mend it.')
    const sent = JSON.stringify(mock.journal().at(-1)?.body.messages)
    expect(sent).toContain('counter.html printed this')
    expect(sent).toContain('error: Uncaught TypeError')
  })

  it('sends no request and reads nothing of ours, by any way that a script has', async () => {
    await ask(page('attack.html', scriptAttack(untrusted.attacker.url, untrusted.attacker.udpPort)))
    const before = scene.site.requests.length
    await letScriptsRun()
    await eventually(() => visibleText(console()), 'all attacks made').toMatch(/TRIED (\d+) of/)
    await wait(BLOCKED)
    expect(untrusted.attacker.requests).toEqual([])
    expect(untrusted.attacker.packets()).toBe(0)
    const text = await visibleText(console())
    expect(text.split('\n').filter((line) => line.startsWith('GOT'))).toEqual([])
    // the browser's own question for a new version of the app is none of the artifact's
    expect(scene.site.requests.slice(before).filter((path) => path !== '/service-worker.js')).toEqual([])
    expect(scene.browser.context.pages()).toHaveLength(2)
    await scene.app.untilStatus('Idle')
  })
})
