import { describe, expect, it } from 'vitest'
import { eventually, visibleText } from '../../support/app.ts'
import { navigations } from '../../support/attacks/attack-pages.ts'
import { BLOCKED, code, page, useUntrustedCode, wait } from '../../support/untrusted-code.ts'

const untrusted = useUntrustedCode()
const { scene, ask, artifact, frame, console, goesOnDrawing, letScriptsRun, sandboxes, isKilledByStop } = untrusted

describe('code that the model runs', () => {
  it.each([
    ['a memory bomb', 'const a = []; for (;;) a.push("x".repeat(1e5) + a.length)'],
    ['a flood of output', 'for (;;) console.log("x".repeat(1000))'],
    ['an endless chain of promises', 'for (;;) await 0'],
  ])('leaves the page at ease and is killed by Stop: %s', (_what, source) => isKilledByStop(source))

  it('ends at its time limit with words for the model', async () => {
    await ask([code('console.log("before"); for (;;);', { timeout_ms: 300 }), { text: 'I see.' }])
    expect(JSON.stringify(scene.mock.journal().at(-1)?.body.messages)).toMatch(/took too long[\s\S]*before/)
    await eventually(sandboxes, 'threads of the sandbox that still live').toBe(0)
  })
})

describe('a page that the model wrote, without its scripts', () => {
  it('looks as it was written, offline too', async () => {
    await ask(page('page.html', '<style>h1{color:rgb(1,2,3)}</style><h1 style="letter-spacing:3px">Styled</h1>'))
    await scene.browser.context.setOffline(true)
    await scene.app.page.reload()
    const heading = frame().getByRole('heading', { name: 'Styled' })
    await heading.waitFor()
    expect(await heading.evaluate((h) => [getComputedStyle(h).color, getComputedStyle(h).letterSpacing])).toEqual([
      'rgb(1, 2, 3)',
      '3px',
    ])
  })
})

describe('a page that the model wrote, with its scripts', () => {
  it('cannot take the frame elsewhere', async () => {
    // the page’s own fetch refuses, and the attack does not wait for it
    scene.allowComplaint(/uncaught: There is no network here/)
    // all of them in one turn, and in sight: each turn would cost more than its attack
    const attacks = Object.entries(navigations(untrusted.attacker.url))
    const source = (what: string, attack: string) =>
      `<p>Stays</p><script>console.log('before ${what}'); setTimeout(() => { ${attack} }, 300)</script>`
    await scene.app.page.setViewportSize({ width: 1280, height: 6000 })
    await ask([
      {
        toolCalls: attacks.map(([what, attack]) => ({
          name: 'write_file',
          arguments: { path: `${what}.html`, content: source(what, attack) },
        })),
      },
      {
        toolCalls: attacks.map(([what]) => ({
          name: 'show_artifact',
          arguments: { path: `${what}.html`, title: what },
        })),
      },
      { text: 'There they are.' },
    ])
    for (const [what] of attacks) {
      const place = scene.app.page.getByRole('figure', { name: `Artifact: ${what}`, exact: true })
      await letScriptsRun(place)
      const printed = place.getByRole('log', { name: 'Artifact console' })
      await eventually(() => visibleText(printed), 'the attack').toContain(`before ${what}`)
      expect(untrusted.attacker.requests, what).toEqual([])
      expect(new URL(scene.app.page.url()).origin).toBe(new URL(scene.site.url).origin)
    }
    await wait(BLOCKED)
    expect(new URL(scene.app.page.url()).origin).toBe(new URL(scene.site.url).origin)
    expect(untrusted.attacker.requests).toEqual([])
    await scene.app.untilStatus('Idle')
  })

  it('that loops for ever is noticed and removed; the page does not feel it', async () => {
    await ask(page('loop.html', '<p>Busy</p><script>setTimeout(() => { for (;;); }, 200)</script>'))
    await letScriptsRun()
    await goesOnDrawing('iframe.artifact-frame')
    await artifact().getByText('stopped responding').waitFor()
    await eventually(() => scene.app.page.locator('iframe.artifact-frame').count()).toBe(0)
    await artifact().getByRole('button', { name: 'Show without scripts' }).click()
    await frame().getByText('Busy').waitFor()
  })

  it('that floods the console fills neither the page nor its memory', async () => {
    await ask(
      page(
        'flood.html',
        '<script>setInterval(() => { for (let i = 0; i < 200; i++) top.postMessage({ artifact: "line", level: "log", text: "z".repeat(2000) }, "*") }, 1)</script>',
      ),
    )
    await letScriptsRun()
    await goesOnDrawing()
    expect(await console().locator('p').count()).toBeLessThanOrEqual(200)
    // whether its answers drown in its own flood or not
    await artifact().getByText('stopped responding').waitFor()
  })
})
