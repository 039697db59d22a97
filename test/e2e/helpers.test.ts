import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type App, appOn, eventually, pressArmed, visibleText } from '../support/app.ts'
import { crashTab } from '../support/launch.ts'
import type { MockRequest } from '../support/mock-provider.ts'
import { type MockReply, stuck } from '../support/mock-replies.ts'
import { cases } from '../support/runs.ts'
import { useScene } from '../support/scene.ts'

/** The test build: a failpoint in the address holds a tool until the page is left. */
const scene = useScene({ build: 'dist-test' })

const TOPICS = ['tides', 'moons', 'winds', 'sands']
const wordsOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content))
/** The session that asks, by its first message, and how many answers it has had. */
const asker = ({ body }: MockRequest): { first: string; answers: number } => {
  const messages = body.messages?.filter(({ role }) => role !== 'system') ?? []
  return {
    first: wordsOf(messages[0]?.content),
    answers: messages.filter(({ role }) => role === 'assistant').length,
  }
}
const topicOf = (request: MockRequest): string | undefined =>
  TOPICS.find((topic) => asker(request).first.includes(`Study the ${topic}`))
const delegating = (tasks: readonly string[], more: object = {}): MockReply => ({
  text: 'Handing it out.',
  toolCalls: tasks.map((topic) => ({
    name: 'delegate',
    arguments: { title: `The ${topic}`, task: `Study the ${topic} and write notes/${topic}.md.`, ...more },
  })),
})
const note = (topic: string): MockReply => ({
  text: 'Writing.',
  toolCalls: [{ name: 'write_file', arguments: { path: `notes/${topic}.md`, content: `All about ${topic}.\n` } }],
})
const helperOf = (app: App, topic: string): Locator =>
  app.conversation.getByRole('group', { name: `Helper: The ${topic}`, exact: true })
const requestsOf = (topic: string | undefined): MockRequest[] =>
  scene.mock.journal().filter((request) => topicOf(request) === topic)
/** The results of the tools in the newest request of the session that delegates. */
const results = (): string[] =>
  requestsOf(undefined)
    .at(-1)
    ?.body.messages?.flatMap(({ role, content }) => (role === 'tool' ? [wordsOf(content)] : [])) ?? []

async function connected(): Promise<App> {
  const { app, mock } = scene
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  return app
}
async function crashed(app: App): Promise<App> {
  const { hash } = new URL(app.page.url())
  await crashTab(app.page)
  const again = appOn(await scene.browser.context.newPage())
  await again.page.goto(`${scene.site.url}${hash}`)
  return again
}

describe('research with four helpers', () => {
  it('is killed three times in different helpers, and nothing is done twice', async () => {
    const hangs = new Set(['tides', 'moons', 'winds'])
    scene.mock.setScript((request) => {
      const topic = topicOf(request)
      const { answers } = asker(request)
      if (topic === undefined) return answers === 0 ? delegating(TOPICS) : { text: 'The report is done.' }
      if (answers === 0) return note(topic)
      // each of three helpers is in the middle of its last answer when the tab is killed
      return hangs.has(topic) ? stuck(60) : { text: `Studied the ${topic}.` }
    })
    let app = await connected()
    await app.send('Research the planet')
    // an answer that a kill cuts off is asked for again: at the first kill all have their notes
    await eventually(() => visibleText(helperOf(app, 'sands'))).toContain('Done')
    for (const [killed, topic] of ['tides', 'moons', 'winds'].entries()) {
      // one for its note, one for each time that its last answer was asked for
      for (const each of hangs) await eventually(() => requestsOf(each).length).toBe(2 + killed)
      await eventually(() => visibleText(helperOf(app, topic))).toContain('Thinking')
      hangs.delete(topic)
      app = await crashed(app)
    }
    await app.untilAnswer('The report is done.')

    expect(requestsOf(undefined)).toHaveLength(2)
    for (const topic of TOPICS) {
      // its file was written once, by one call of one answer
      const asked = requestsOf(topic)
      expect(asked.filter((request) => asker(request).answers === 0)).toHaveLength(1)
      expect(results().find((result) => result.includes(`Studied the ${topic}.`))).toContain(`notes/${topic}.md`)
      await eventually(() => visibleText(helperOf(app, topic))).toContain('Done')
    }
    await app.openFiles()
    for (const topic of TOPICS) await app.files.getByRole('treeitem', { name: `${topic}.md` }).waitFor()
  })
})

it.each(cases(['after-tool-run'], ['before-tool-run', 'before-tool-respond']))(
  'a helper that is begun when the tab is killed (%s) is begun once',
  async (point) => {
    scene.mock.setScript((request) => {
      const { answers } = asker(request)
      if (topicOf(request) !== undefined) return answers === 0 ? note('tides') : { text: 'Studied the tides.' }
      return answers === 0 ? delegating(['tides']) : { text: 'The report is done.' }
    })
    const start = await connected()
    await start.page.close()
    const app = appOn(await scene.browser.context.newPage())
    await app.page.goto(`${scene.site.url}?failpoint=${point}:1:hang#/`)
    await app.send('Research the planet')
    await app.untilStatus('Using delegate')
    // its first answer is saved: an answer that the kill cuts off would be asked for again
    if (point !== 'before-tool-run') await eventually(() => requestsOf('tides').length).toBe(2)
    const again = await crashed(app)
    await again.untilAnswer('The report is done.')
    expect(requestsOf('tides').filter((request) => asker(request).answers === 0)).toHaveLength(1)
    expect(requestsOf(undefined)).toHaveLength(2)
    expect(results().join('\n')).toContain('Studied the tides.')
  },
)

it('a helper is entered, steered and stopped alone, and the session that it helps reads what it had', async () => {
  scene.mock.setScript((request) => {
    const topic = topicOf(request)
    const { answers } = asker(request)
    if (topic === undefined) return answers === 0 ? delegating(['tides', 'moons']) : { text: 'The report is done.' }
    return topic === 'moons' ? { text: 'Studied the moons.' } : stuck(60)
  })
  const app = await connected()
  await app.send('Research the planet')
  const tides = helperOf(app, 'tides')
  await eventually(() => visibleText(helperOf(app, 'moons'))).toContain('Done')
  await tides.getByRole('link', { name: 'Open' }).click()
  await eventually(() => visibleText(app.conversation)).toContain('Study the tides')
  await app.untilAnswer('word9')
  await app.page.getByRole('note', { name: 'Helper' }).getByRole('link').click()
  await tides.getByRole('button', { name: 'Stop helper' }).click()
  await app.untilAnswer('The report is done.')
  expect(results().join('\n')).toContain('This helper was stopped before it was done.')
  expect(results().join('\n')).toMatch(/Its last words:\nword1 word2/)
})

it('Stop stops the helpers, too, and none of them continues after a reload', async () => {
  scene.mock.setScript((request) => (topicOf(request) === undefined ? delegating(['tides', 'moons']) : stuck(60)))
  let app = await connected()
  await app.send('Research the planet')
  await eventually(() => requestsOf('tides').length + requestsOf('moons').length).toBe(2)
  await app.button('Stop').click()
  await app.untilStatus('Stopped')
  await eventually(() => requestsOf('tides').every(({ disconnected }) => disconnected)).toBe(true)
  await eventually(() => requestsOf('moons').every(({ disconnected }) => disconnected)).toBe(true)
  app = await crashed(app)
  await app.untilStatus('Stopped')
  await helperOf(app, 'tides').getByRole('link', { name: 'Open' }).click()
  await app.untilStatus('Stopped')
  expect(scene.mock.journal()).toHaveLength(3)
})

it('what a helper asks is decided in the session that it helps: approved once, denied once', async () => {
  const remember = (fact: string): MockReply => ({
    text: 'Keeping it.',
    toolCalls: [{ name: 'remember', arguments: { note: fact } }],
  })
  scene.mock.setScript((request) => {
    const topic = topicOf(request)
    const { answers } = asker(request)
    if (topic === undefined) return answers === 0 ? delegating(['tides', 'moons']) : { text: 'The report is done.' }
    return answers === 0 ? remember(`A fact about ${topic}.`) : { text: `Studied the ${topic}.` }
  })
  const app = await connected()
  await app.send('Research the planet')
  const [tides, moons] = [helperOf(app, 'tides'), helperOf(app, 'moons')]
  await eventually(() => visibleText(tides)).toContain('A fact about tides.')
  await pressArmed(tides.getByRole('button', { name: 'Approve', exact: true }))
  await pressArmed(moons.getByRole('button', { name: 'Deny', exact: true }))
  await app.untilAnswer('The report is done.')
  const told = (topic: string): string =>
    requestsOf(topic)
      .at(-1)
      ?.body.messages?.map(({ role, content }) => (role === 'tool' ? wordsOf(content) : ''))
      .join('') ?? ''
  expect(told('tides')).toContain('Remembered')
  expect(told('moons')).toContain('Denied by the user')
})

it('a helper that only tried changed the files without a word: kept and dropped survive a kill, each once', async () => {
  scene.mock.setScript((request) => {
    const topic = topicOf(request)
    const { answers } = asker(request)
    if (topic !== undefined) return answers === 0 ? note(topic) : { text: `Studied the ${topic}.` }
    return answers === 0 ? delegating(['tides', 'moons'], { ask_to_keep: true }) : { text: 'The report is done.' }
  })
  let app = await connected()
  await app.send('Research the planet')
  const asked = (topic: string): Locator => helperOf(app, topic).getByRole('region', { name: 'Changes of a helper' })
  const shown = (topic: string) => eventually(() => visibleText(asked(topic))).toContain(`+ All about ${topic}.`)
  for (const topic of ['tides', 'moons']) await shown(topic)
  const { hash } = new URL(app.page.url())
  await crashTab(app.page)
  app = appOn(await scene.browser.context.newPage())
  await app.page.goto(`${scene.site.url}?failpoint=before-tool-respond:1:hang${hash}`)
  // what is shown late moves the buttons, and a press then does nothing
  for (const topic of ['tides', 'moons']) await shown(topic)
  await pressArmed(asked('tides').getByRole('button', { name: 'Keep changes' }))
  await asked('tides').waitFor({ state: 'detached' })
  await eventually(() => visibleText(helperOf(app, 'tides'))).toContain('Running')
  app = await crashed(app)
  await eventually(() => visibleText(helperOf(app, 'tides'))).toContain('Done')
  await shown('moons')
  await pressArmed(asked('moons').getByRole('button', { name: 'Drop changes' }))
  await app.untilAnswer('The report is done.')

  const [tides = '', moons = ''] = results()
  expect(tides).toContain('Files it changed: notes/tides.md')
  expect(moons).toContain('The user dropped its changes, so none of them is in the workspace: notes/moons.md')
  expect(requestsOf(undefined)).toHaveLength(2)
  for (const topic of ['tides', 'moons'])
    expect(requestsOf(topic).filter((request) => asker(request).answers === 0)).toHaveLength(1)
  await app.openFiles()
  await app.files.getByRole('treeitem', { name: 'tides.md' }).waitFor()
  expect(await app.files.getByRole('treeitem', { name: 'moons.md' }).count()).toBe(0)
})

it('a mode that the person took back stayed with the helper that was at work', async () => {
  scene.mock.setScript((request) => (topicOf(request) === undefined ? delegating(['tides']) : stuck(60)))
  const app = await connected()
  const mode = app.page.getByRole('combobox', { name: 'Mode', exact: true })
  await mode.selectOption('free')
  await app.send('Research the planet')
  await eventually(() => requestsOf('tides').length).toBe(1)
  await mode.selectOption('careful')
  await helperOf(app, 'tides').getByRole('link', { name: 'Open' }).click()
  await eventually(() => visibleText(app.conversation)).toContain('Study the tides')
  await eventually(() => mode.inputValue()).toBe('careful')
})
