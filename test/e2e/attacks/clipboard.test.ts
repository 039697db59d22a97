import { expect, it } from 'vitest'
import { eventually, visibleText } from '../../support/app.ts'
import { BLOCKED, page, useUntrustedCode, wait } from '../../support/untrusted-code.ts'

const { scene, ask, frame, console, letScriptsRun } = useUntrustedCode()

/** Copies again and again, in its own document and in a frame of its own. */
const ATTACK = `<p>Copies</p><textarea id="field">theirs</textarea><script>
  addEventListener('message', ({ data }) => typeof data === 'boolean' && console.log('in a frame ' + data))
  const inside = document.createElement('iframe')
  inside.srcdoc = '<textarea>theirs, in a frame</textarea><script>setInterval(() => {' +
    'document.querySelector("textarea").select(); parent.postMessage(document.execCommand("copy"), "*") }, 200)</' + 'script>'
  document.body.append(inside)
  setInterval(() => {
    document.querySelector('#field').select()
    console.log('copied ' + document.execCommand('copy'))
  }, 200)
</script>`

it('a page with its scripts overwrote the clipboard without a press on it', async () => {
  const { app, browser, site } = scene
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(site.url).origin })
  await app.page.evaluate(() => navigator.clipboard.writeText('mine'))
  await ask(page('copy.html', ATTACK))
  await letScriptsRun()
  await eventually(() => visibleText(console()), 'the attack').toContain('copied')
  await wait(BLOCKED)
  const said = await visibleText(console())
  await app.page.bringToFront()
  expect(await app.page.evaluate(() => navigator.clipboard.readText()), said).toBe('mine')
  expect(said).not.toContain('true')
  // a press on it is the person's word
  await frame().getByText('Copies').click()
  await eventually(() => visibleText(console()), 'the copy').toContain('copied true')
})
