import axe from 'axe-core'
import { render } from 'solid-js/web'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { KitGallery } from '../../../support/kit-gallery/KitGallery.tsx'
import { changing } from '../at-rest.ts'

/** Of what is at rest: in between, colours are on their way. */
async function problems(): Promise<string[]> {
  await expect.poll(changing).toBe(0)
  const { violations } = await axe.run(document.body, {
    // the test runner's own document around the page has neither
    rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
  })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

/** Settings of the system, as the browser tells the page; none: its own. */
type Emulated = { features: { name: string; value: string }[] }
const emulate = (features: Emulated['features'] = []): Promise<unknown> =>
  (cdp() as unknown as { send: (method: string, media: Emulated) => Promise<unknown> }).send(
    'Emulation.setEmulatedMedia',
    { features },
  )

describe('every part of the kit, light beside dark', () => {
  let dispose = (): void => {}
  beforeAll(async () => {
    await page.viewport(1280, 900)
    const root = document.createElement('div')
    document.body.append(root)
    document.body.classList.add('kit-page')
    const unrender = render(() => <KitGallery />, root)
    dispose = () => {
      unrender()
      root.remove()
      document.body.classList.remove('kit-page')
    }
  })
  afterAll(async () => {
    dispose()
    await emulate()
  })

  it.each([
    { name: 'as it is', features: [] },
    { name: 'with more contrast', features: [{ name: 'prefers-contrast', value: 'more' }] },
    { name: 'in colours that the system forces', features: [{ name: 'forced-colors', value: 'active' }] },
  ])('has no flaw that axe knows, $name', async ({ features }) => {
    await emulate(features)
    for (const { name, value } of features)
      await expect.poll(() => matchMedia(`(${name}: ${value})`).matches).toBe(true)
    expect(await problems()).toEqual([])
  })

  it('has none over the page: a menu, a drawer, a dialog', async () => {
    await emulate()
    const light = page.getByRole('region', { name: 'light', exact: true })
    await light.getByRole('button', { name: 'A menu' }).click()
    await expect.element(light.getByRole('menuitem', { name: 'Dangerous' })).toBeVisible()
    expect(await problems()).toEqual([])
    await light.getByRole('menuitem', { name: 'One' }).click()
    await light.getByRole('button', { name: 'Dialog' }).click()
    await expect.element(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible()
    expect(await problems()).toEqual([])
    await page.getByRole('button', { name: 'Close', exact: true }).click()
  })
})
