import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOfBuild } from '../support/built-site.ts'
import { judge } from '../support/lighthouse.ts'
import { type ServedFolder, serveFolder } from '../support/serve-folder.ts'

let built: ReturnType<typeof copyOfBuild>
let site: ServedFolder

beforeAll(async () => {
  built = copyOfBuild('dist')
  site = await serveFolder(built.folder, { compressed: true })
}, 120_000)
afterAll(async () => {
  await site.close()
  built.remove()
})

// how fast a machine is that does other things at the same time says nothing of the page: that figure is told, not judged
it.each(['mobile', 'desktop'] as const)(
  'Lighthouse finds no flaw in the first visit, %s',
  async (device) => {
    const { performance, shift, flaws, ...categories } = await judge(site.url, device)
    console.info(
      `Lighthouse, ${device}: performance ${Math.round(performance * 100)}, shift ${shift.toFixed(4)}`,
      flaws,
    )
    expect(categories, flaws.join('\n')).toEqual({ accessibility: 1, bestPractices: 1, seo: 1 })
    expect(shift).toBeLessThanOrEqual(0.02)
  },
  300_000,
)
