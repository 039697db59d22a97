import * as z from 'zod/mini'
import { defineTool } from './define-tool.ts'
import type { Repeat, Tool, ToolOutcome } from './tool.ts'

/**
 * Tools of the test build only. Each act calls a server on this computer that counts it, so that a torture run can
 * prove what happened how often. One tool of each repeat kind, and tools whose calls wait for a time or for the person.
 */

/** Milliseconds; short, so that calls over their limit are tested, too. */
const TIME_LIMIT = 4000
const LONG = 3 * 60_000

const Act = z.strictObject({
  server: z.string().check(z.regex(/^http:\/\/(127\.0\.0\.1|localhost):\d+$/), z.describe('Where acts are counted.')),
  session: z.string().check(z.describe('The session that acts.')),
  step: z.string().check(z.describe('Which step of the task this is.')),
  before: z
    ._default(z.int().check(z.minimum(0), z.maximum(10_000)), 0)
    .check(z.describe('Milliseconds that the server waits before it acts.')),
  after: z
    ._default(z.int().check(z.minimum(0), z.maximum(10_000)), 0)
    .check(z.describe('Milliseconds between the act and its answer.')),
})

/** A new list on every call, so that builds without failpoints drop all of this. */
export function testTools(): Tool[] {
  return [
    actor('test_look', 'pure', 'Looks at something: any number of times is the same.'),
    actor('test_put', 'idempotent', 'Sets something under an idempotency key.'),
    actor('test_pay', 'once', 'Does what must not happen twice.'),
    {
      ...actor('test_pay_asked', 'once', 'Does what must not happen twice, after the person has agreed.'),
      approval: 'ask',
    },
    // long enough for a person to act meanwhile, even on a machine that takes a minute to offer a new version
    { ...actor('test_put_long', 'idempotent', 'Sets something slowly.'), timeLimit: LONG },
    { ...actor('test_pay_long', 'once', 'Does slowly what must not happen twice.'), timeLimit: LONG },
    { ...actor('test_put_in_order', 'idempotent', 'Sets something; one call at a time.'), sequential: true },
    defineTool({
      name: 'test_wait',
      label: 'Wait',
      description: 'Waits, durably, and then says so.',
      parameters: z.strictObject({
        ms: z.int().check(z.minimum(0), z.maximum(60_000), z.describe('For how many milliseconds.')),
      }),
      repeat: 'pure',
      approval: 'allow',
      sequential: false,
      timeLimit: TIME_LIMIT,
      run: async ({ ms }) => ({ waitUntil: Date.now() + ms, closeWith: [{ type: 'text', text: 'Waited.' }] }),
    }),
    defineTool({
      name: 'test_ask',
      label: 'Ask',
      description: 'Asks the person a question.',
      parameters: z.strictObject({ text: z.string().check(z.describe('The question.')) }),
      repeat: 'pure',
      approval: 'allow',
      sequential: false,
      timeLimit: TIME_LIMIT,
      run: async ({ text }) => ({ ask: { text, choices: ['yes', 'no'] } }),
    }),
  ]
}

function actor(name: string, repeat: Repeat, description: string): Tool {
  return defineTool({
    name,
    label: name,
    description,
    parameters: Act,
    repeat,
    approval: 'allow',
    sequential: false,
    timeLimit: TIME_LIMIT,
    run: async ({ server, ...act }, { signal, progress, idempotencyKey }): Promise<ToolOutcome> => {
      progress(`${name} ${act.step}`)
      // as text: this request needs no preflight, so the server counts only the act itself
      const body = JSON.stringify({ ...act, tool: name, key: idempotencyKey })
      const response = await fetch(`${server}/act`, { method: 'POST', body, signal })
      if (!response.ok) throw new Error(`The server said ${response.status}.`)
      return { content: [{ type: 'text', text: await response.text() }] }
    },
  })
}
