import { expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
const steps = (states: string[]) => ({
  steps: ['Read the files', 'Run the tests', 'Write it up'].map((text, n) => ({ text, state: states[n] })),
})

it('a plan is there after a SIGKILL in the middle of its run; what the person changed reaches the model, once', async () => {
  const { app, mock } = scene
  mock.setScript([
    { toolCalls: [{ name: 'update_plan', arguments: steps(['done', 'active', 'pending']) }] },
    stuck(40),
    { text: 'Finished.' },
    { text: 'Finished again.' },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Do the three things')
  await app.untilAnswer('word9')
  const plan = (of: typeof app) => of.page.getByRole('region', { name: 'Plan' })
  await eventually(() => visibleText(plan(app))).toContain('2 of 3: Run the tests')
  const again = await scene.killAndRelaunch(new URL(app.page.url()).hash)
  await again.untilAnswer('Finished.')
  await again.untilStatus('Idle')
  await eventually(() => plan(again).getByRole('listitem').count()).toBe(3)
  await plan(again).getByRole('button', { name: 'In progress. Mark as done: Run the tests' }).click()
  await eventually(() => visibleText(plan(again))).toContain('2 of 3 steps done')
  await again.page.reload()
  await eventually(() => visibleText(plan(again))).toContain('2 of 3 steps done')
  await again.untilStatus('Idle')
  await again.send('And now?')
  await again.untilAnswer('Finished again.')
  const last = JSON.stringify(mock.journal().at(-1)?.body.messages)
  expect(last.split('The user changed the plan')).toHaveLength(2)
  expect(last).toContain('2. [done] Run the tests')
})
