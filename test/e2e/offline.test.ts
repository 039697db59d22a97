import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, eventually } from '../support/app.ts'
import { faxPdf } from '../support/fax-pdf.ts'
import { type HttpsProxy, startHttpsProxy } from '../support/https-proxy.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

/** A host that is not this computer: for those that are, the app needs no network. */
const HOST = 'api.reflexor.test'
const baseUrl = `https://${HOST}/v1`
let proxy: HttpsProxy

beforeAll(async () => {
  proxy = await startHttpsProxy()
})
afterAll(() => proxy.close())
const scene = useScene({
  installed: true,
  launch: () => ({
    args: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1:${proxy.port}`, '--ignore-certificate-errors'],
  }),
})

const goOffline = async (): Promise<void> => {
  await scene.browser.context.setOffline(true)
  proxy.drop()
}
/** A reloaded page is told again: the emulation forgets what its navigator says. Returns what ends this. */
const stayOffline = async ({ page }: App): Promise<() => Promise<void>> => {
  const session = await scene.browser.context.newCDPSession(page)
  const nothing = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', nothing)
  return async () => void (await session.send('Network.emulateNetworkConditions', { ...nothing, offline: false }))
}
const goOnline = (): Promise<void> => scene.browser.context.setOffline(false)

/** Which part of a picture is black. */
const blackness = (picture: Locator): Promise<number> =>
  picture.evaluate((canvas: HTMLCanvasElement) => {
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
    context?.drawImage(canvas, 0, 0)
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [0] }
    return data.filter((value, at) => at % 4 === 0 && value < 128).length / (data.length / 4)
  })

describe('without a network', () => {
  it('an answer that broke off waits for the network, over a reload too, and then goes on; no attempt is burned', async () => {
    const { app, mock } = scene
    proxy.forwardTo(mock.url)
    mock.setScript([stuck(60), { text: 'Back online.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl })
    await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await app.send('Count')
    await app.untilAnswer('word9')
    await goOffline()
    await app.untilStatus('Waiting for network')
    await app.untilAnswer('word5')

    await app.page.reload({ waitUntil: 'commit' })
    const endOffline = await stayOffline(app)
    await app.untilStatus('Waiting for network')
    await eventually(() => app.questionTexts()).toEqual(['Count'])
    expect(mock.journal()).toHaveLength(1)

    await goOnline()
    await endOffline()
    await app.untilAnswer('Back online.')
    await app.untilStatus('Idle')
    expect(mock.journal()).toHaveLength(2)
    expect(mock.journal()[1]?.body.messages).toEqual(mock.journal()[0]?.body.messages)
  })

  it('a message is taken and kept, asked when the network is back', async () => {
    const { app, mock } = scene
    proxy.forwardTo(mock.url)
    mock.setScript([{ text: 'There you are.' }])
    await app.connect({ kind: 'Anthropic', baseUrl })
    // from now on the parts that are loaded late are there
    await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await goOffline()
    await app.send('Anybody there?')
    await app.untilStatus('Waiting for network')
    expect(mock.journal()).toHaveLength(0)
    await goOnline()
    await app.untilAnswer('There you are.')
    expect(mock.journal()).toHaveLength(1)
  })

  it('the app starts, with its sessions', async () => {
    const { app, mock, site } = scene
    proxy.forwardTo(mock.url)
    mock.setScript([{ text: 'An answer to keep.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl })
    await app.send('A question to keep')
    await app.untilAnswer('An answer to keep.')
    await app.untilStatus('Idle')
    await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await goOffline()
    const asked = site.requests.length
    await app.page.reload()
    await app.untilAnswer('An answer to keep.')
    await eventually(() => app.questionTexts()).toEqual(['A question to keep'])
    await eventually(() => app.sessions.getByRole('link').count()).toBe(1)
    // a thread under the service worker's policy: it draws a PDF with WebAssembly, out of what was kept
    const pdf = { name: 'fax.pdf', mimeType: 'application/pdf', buffer: faxPdf() }
    await app.openFiles()
    await app.page.getByLabel('Files to upload').setInputFiles(pdf)
    await app.files.getByRole('treeitem', { name: 'fax.pdf' }).click()
    const picture = app.page.getByRole('img', { name: 'Page 1 of 1' })
    await eventually(() => picture.getAttribute('aria-busy')).toBe('false')
    expect(await blackness(picture)).toBeCloseTo(0.25, 1)
    // parts that are loaded late are there as well
    await app.button('Settings').click()
    await app.page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: 'About' }).click()
    expect(site.requests.slice(asked).filter((path) => !path.endsWith('service-worker.js'))).toEqual([])
    await eventually(() => app.status()).toBe('Idle')
  })
})
