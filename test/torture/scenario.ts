import { makeAppHand } from './app-hand.ts'
import { type Ending, endLife } from './endings.ts'
import { judge } from './judge.ts'
import type { Tab } from './machine-room.ts'
import { pause } from './pause.ts'
import { makePerson } from './person.ts'
import type { LifePlan, Plan } from './plan.ts'
import { makeRandom } from './random.ts'
import { closeAll, give, moveClock, openApp, openTab, reload, type Scene, type World } from './scene.ts'
import { setUp } from './set-up.ts'
import { leaveTorn, tearAfterKill } from './torn.ts'
import { damage, mend, trouble } from './trouble.ts'

/**
 * Carries out one plan: its lives with all their troubles, then a quiet time in which everything must come to rest,
 * then the oracle.
 */

export type Outcome = { violations: string[] }

const STEP = 40
/** What is asked of sessions that are gone is refused, and all else would be stuck: so it is said at once. */
const EMPTIED = 'the browser found its storage damaged, and emptied it'
const LONGEST_START = 4000
/** The longest quiet time without any progress, and in all, ms. */
const STUCK = 60_000
const LONGEST_REST = 300_000
/** What the person has to do in it at most before everything is at rest. */
const MOST_ANSWERS = 150

export async function runScenario(plan: Plan, world: World): Promise<Outcome> {
  const random = makeRandom(plan.seed ^ 0x5eed)
  const hand = makeAppHand(makeRandom(plan.seed ^ 0xadd))
  const scene: Scene = {
    world,
    plan,
    random,
    tears: makeRandom(plan.seed ^ 0x7ea5),
    person: makePerson(plan, makeRandom(plan.seed ^ 0xa11), hand),
    hand,
    notes: {},
    clock: { offset: 0, furthest: 0 },
    offline: false,
    time: 0,
    found: [],
    copies: new Set(),
    linked: new Set(),
    given: new WeakMap(),
    before: {
      acts: world.tools.acts.length,
      askings: world.provider.askings.length,
      bad: world.provider.badRequests.length,
    },
  }
  world.provider.setWeather({ random: makeRandom(plan.seed ^ 0xbad), rate: plan.rate, pace: plan.pace })
  await setUp(scene)
  for (const life of plan.lives) await live(scene, life)
  await rest(scene)
  scene.found.push(
    ...world.provider.badRequests.slice(scene.before.bad).map((words) => `a request that no provider takes: ${words}`),
  )
  if (scene.found.length === 0) await judge(scene)
  await closeAll(scene)
  return { violations: scene.found }
}

/**
 * Hears what every tab knows and sends what the person wants, through a tab of their choice. Resolves to whether the
 * product is up in any tab.
 */
async function step(scene: Scene, patient: boolean): Promise<boolean> {
  const { world, plan, person, random } = scene
  const tabs = world.room.bareTabs()
  const reports = await Promise.all(tabs.map((tab) => world.room.ask(tab, 'poll')))
  for (const report of reports) {
    if (report === null) continue
    for (const line of person.heard(report.acknowledged, report.refused)) world.note(line)
    for (const id of report.copies) scene.copies.add(id)
    const bad = report.faults.includes('emptied') ? [...report.bad, EMPTIED] : report.bad
    scene.found.push(...bad.filter((problem) => !scene.found.includes(problem)))
    for (const [id, note] of Object.entries(report.sessions))
      if ((scene.notes[id]?.seq ?? -1) <= note.seq) scene.notes[id] = note
  }
  const tab = tabs.length === 0 ? undefined : random.pick(tabs)
  for (const { id, command } of person.act(scene.notes, scene.time, patient))
    world.note(`${id} ${JSON.stringify(command).slice(0, 160)}`)
  // in order: also what no page has taken so far
  if (tab !== undefined)
    for (const sent of person.unacknowledged()) if (sent.page === null && !(await give(scene, tab, sent))) break
  for (const { id, folder } of plan.sessions)
    if (folder && tab !== undefined && scene.notes[id] !== undefined && !scene.linked.has(id))
      if (await world.room.ask(tab, 'linkFolder', id)) scene.linked.add(id)
  const app = world.room.tabs().find(({ kind, frozen }) => kind === 'app' && !frozen)
  if (app !== undefined) {
    const id = plan.sessions[0]?.id ?? ''
    const seen = reports.flatMap((report) => report?.sessions[id] ?? [])
    await scene.hand.step(app.page, seen.length === 0 ? null : new Set(seen.flatMap(({ arrived }) => arrived)))
  }
  return reports.some((report) => report !== null && report.role !== 'none')
}

async function live(scene: Scene, life: LifePlan): Promise<void> {
  const { world } = scene
  const { room } = world
  world.note(`life ${JSON.stringify(life)}`)
  await leaveTorn(scene)
  if (life.damage !== null || life.failpoints.length > 0) await closeAll(scene)
  if (life.clock !== null) moveClock(scene, life.clock)
  const damaged = life.damage === null ? null : await damage(scene, life.damage)
  scene.person.damaged(damaged?.store === 'messages' ? String(damaged.before['sessionId']) : null)
  // the first tab of a life is the one that will write, as far as no other is left
  if (scene.plan.app && !room.tabs().some(({ kind }) => kind === 'app'))
    await openApp(scene, room.tabs().length === 0 ? life.failpoints : [])
  while (room.bareTabs().length < (scene.plan.app ? 1 : life.tabs))
    await openTab(scene, room.tabs().length === 0 ? life.failpoints : [])
  let begun = Date.now()
  let up = life.early
  const opened = begun
  const born = scene.time
  const found = (sentence: string): void => void scene.found.push(sentence)
  const ending: Ending = endLife(life, { world, random: scene.random, found, reload: (tab) => reload(scene, tab) })
  const troubles = [...life.troubles]
  while (!ending.struck() && Date.now() - begun < life.ms + ending.patience) {
    scene.time = born + Date.now() - begun
    try {
      for (let next = troubles[0]; next && next.at <= Date.now() - begun; next = troubles[0]) {
        troubles.shift()
        await trouble(scene, next.what)
      }
      const isUp = await step(scene, true)
      if (!up && Date.now() - opened < LONGEST_START) {
        up = isUp
        begun = Date.now()
      }
    } catch (error) {
      // a kill may strike while a tab is being opened or reloaded
      if (!ending.struck()) throw error
    }
    if (!ending.struck()) await pause(STEP)
  }
  scene.time = born + life.ms
  if (scene.offline)
    await trouble(scene, 'offline').catch((error: unknown) => {
      // the kill may strike just then, and the next browser has its network
      if (!ending.struck()) throw error
    })
  await ending.end()
  if (life.end === 'kill') {
    scene.person.killed()
    tearAfterKill(scene)
  }
  world.note(`end of life: ${life.end}`)
  if (damaged !== null) {
    await leaveTorn(scene)
    await closeAll(scene)
    await mend(scene, damaged)
    scene.person.damaged(null)
  }
}

/**
 * Half the time the tabs that are left must come to rest as they are, without anybody reloading them; else a clean one.
 */
async function restingTab(scene: Scene): Promise<Tab> {
  const { world, plan, random, clock } = scene
  await leaveTorn(scene)
  const [left] = world.room.bareTabs()
  // a worker that has crashed is not heard of in its page, nor is a page that lost its network while it loaded
  if (left !== undefined && plan.lives.at(-1)?.end !== 'worker-crash' && random.chance(0.5)) {
    world.note('rest in the tabs that are left')
    await world.room.ask(left, 'setClock', clock.offset)
    // a tab may have been closed with an answer that the rig had not asked it for yet; what still waits in the outbox
    // is not sent again by this
    for (const sent of scene.person.unacknowledged()) await give(scene, left, sent)
    if (plan.app && !world.room.tabs().some(({ kind }) => kind === 'app')) await openApp(scene)
    return left
  }
  await closeAll(scene)
  const tab = await openTab(scene)
  if (plan.app) await openApp(scene)
  return tab
}

/** No more faults: the person answers everything: all sessions must become idle, and every command be acknowledged. */
async function rest(scene: Scene): Promise<void> {
  const { world, plan, person, clock } = scene
  world.provider.setWeather({ random: scene.random, rate: 0, pace: 3 })
  world.tools.loseAnswers(0)
  // a wait that was computed while the clock was ahead comes due
  clock.offset = clock.furthest
  const tab = await restingTab(scene)
  const begun = Date.now()
  const before = person.ledger.length
  let last = { at: begun, words: '' }
  for (;;) {
    scene.time = Number.POSITIVE_INFINITY
    // what the hand said in this step is not in what was heard before it
    const hasSaid = scene.hand.done()
    await step(scene, false)
    const ids = new Set([...plan.sessions.map(({ id }) => id), ...Object.keys(scene.notes)])
    const notes = [...ids].map((id) => scene.notes[id])
    const open = person.unacknowledged()
    if (open.length === 0 && hasSaid && notes.every((note) => note?.status.type === 'idle' && !note.deleted)) return
    const words = JSON.stringify([notes.map((note) => note?.seq), open.map(({ id }) => id), scene.hand.said()])
    if (words !== last.words) last = { at: Date.now(), words }
    const given = person.ledger.length - before
    if (given > MOST_ANSWERS || Date.now() - last.at > STUCK || Date.now() - begun > LONGEST_REST) {
      scene.found.push(
        `stuck: ${await whatHolds(scene, tab)}; ${JSON.stringify({ open: open.map(({ id }) => id), notes })}`,
      )
      return
    }
    await pause(STEP)
  }
}

/** What is known of a tab that does not go on, the telling first: CI shows the beginning alone. */
async function whatHolds({ world: { room } }: Scene, tab: Tab): Promise<string> {
  const report = await room.ask(tab, 'poll')
  const canWrite = await room.askPatiently(tab, 'canWrite', 5000)
  const all = await Promise.all(
    room.bareTabs().map(async (each) => (await room.ask(each, 'poll'))?.role ?? 'no answer'),
  )
  const held = await room.ask(tab, 'locks')
  const { role, epoch, awake, faults } = report ?? {}
  return JSON.stringify({ role, epoch, awake, canWrite, tabs: all, held, faults: faults?.slice(-5) })
}
