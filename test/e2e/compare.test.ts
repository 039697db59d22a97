import { expect, it } from 'vitest'
import { type App, eventually, visibleText } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene({ ownBrowser: true })
const column = (app: App, model: string) => app.page.getByRole('region', { name: `Answer of ${model}`, exact: true })

async function addModel(app: App, name: string): Promise<void> {
  const dialog = app.page.getByRole('dialog', { name: 'Compare models' })
  await dialog.getByRole('button', { name: 'Add a model' }).click()
  const models = app.page.getByRole('dialog', { name: 'Add a model' })
  await models.getByRole('combobox', { name: 'Find a model' }).fill(name)
  await models.getByRole('option', { name }).first().click()
  await dialog.getByRole('listitem').filter({ hasText: name }).waitFor()
}

const MODELS = { 'mock-model': 'alpha', 'mock-model-2': 'beta', other: 'gamma' }
const each = Object.entries(MODELS)
const long = (of: string): string => Array.from({ length: 60 }, (_, n) => `${of}-${n}`).join(' ')

it('one message goes to three models at once, each once, over a kill in the middle; one answer is kept', async () => {
  const { app, mock } = scene
  // the first request of each is slow enough to be killed in its middle, on any machine
  const begun = new Set<string>()
  mock.setScript(({ body }) => {
    const model = body.model as keyof typeof MODELS
    const chunkMs = begun.has(model) ? 10 : 400
    begun.add(model)
    return { text: long(MODELS[model]), pace: { chunkMs } }
  })
  const asked = (): string[] =>
    mock
      .journal()
      .filter(({ body }) => JSON.stringify(body.messages).includes('Which is best?'))
      .map(({ body }) => body.model ?? '')
      .toSorted()
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.page.getByRole('button', { name: 'Compare models', exact: true }).click()
  await addModel(app, 'mock-model-2')
  await addModel(app, 'other')
  await app.page.getByRole('button', { name: 'Compare these' }).click()
  await app.composer.fill('Which is best?')
  await app.button('Send').click()
  for (const [model, words] of each)
    await eventually(() => visibleText(column(app, model)), `words of ${model}`).toContain(`${words}-3`)
  expect(asked()).toEqual(['mock-model', 'mock-model-2', 'other'])
  expect(
    mock.journal().filter(({ finished }) => finished),
    'all three are in the middle',
  ).toEqual([])
  const { hash } = new URL(app.page.url())
  const again = await scene.killAndRelaunch(hash)
  for (const [model, words] of each) {
    await eventually(() => visibleText(column(again, model)), `the end of ${model}`).toContain(`${words}-59`)
    await eventually(() => visibleText(column(again, model)), `the facts of ${model}`).toMatch(
      /Done · \d+\.\d s · .* tokens/,
    )
  }
  // the kill took one request of each, and each was made once more
  expect(asked()).toEqual(each.flatMap(([model]) => [model, model]).toSorted())
  await eventually(() => again.sessions.getByRole('link').count(), 'one conversation').toBe(1)
  // one of them as a whole, and back
  await column(again, 'other').getByRole('link', { name: 'Open' }).click()
  await again.untilAnswer('gamma-59')
  await again.button('Back to the comparison').click()
  await column(again, 'mock-model-2').getByRole('button', { name: 'Keep this one' }).click()
  await again.untilAnswer('beta-59')
  expect(await again.questionTexts()).toEqual([expect.stringContaining('Which is best?')])
  await again.page.reload()
  await again.untilAnswer('beta-59')
  expect(await column(again, 'mock-model-2').count()).toBe(0)
  // the others are its variants, with their whole answers
  await again.page
    .getByText(/^[123] \/ 3$/)
    .first()
    .waitFor()
  const kept = new URL(again.page.url()).hash
  const before = again.button('Previous variant').first()
  await ((await before.isEnabled()) ? before : again.button('Next variant').first()).click()
  await again.untilAnswer(/(alpha|gamma)-59/)
  expect(new URL(again.page.url()).hash).not.toBe(kept)
})
