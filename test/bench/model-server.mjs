import { createServer } from 'node:http'

/**
 * A local model that speaks the chat wire format of OpenAI. Its plans say which chunks it sends and how fast: the plan
 * that the last message names (`plan: fast`), else the one of the model's name.
 * @typedef {{ chunks: readonly string[], perSecond: number | null, hold?: boolean, call?: () => Call | null }} Plan
 * `perSecond` null: as
 *   fast as they are taken. `hold`: the answer never ends. `call`: what each answer to an asking that offers tools
 * calls; null: it is the last.
 * @typedef {{ name: string, arguments: unknown }} Call
 * @typedef {{ plan: string, at: number, first: number, last: number, done: boolean }} Asked wall times in ms: of the
 * request, of the
 *   first and of the last chunk
 */

const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  'access-control-max-age': '600',
}
const TICK = 10

/** @param {Record<string, unknown>} delta @param {string | null} reason */
const event = (delta, reason = null) =>
  `data: ${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`

/**
 * @returns {Promise<{ url: string, plans: Map<string, Plan>, asked: Asked[], close: () => Promise<void> }>}
 */
export async function startModel() {
  /** @type {Map<string, Plan>} */
  const plans = new Map()
  /** @type {Asked[]} */
  const asked = []
  const server = createServer(async (request, response) => {
    const at = Date.now()
    if (request.method === 'OPTIONS') {
      response.writeHead(204, open).end()
      return
    }
    // what is asked of the models, not of one
    if (request.method === 'GET') {
      response.writeHead(404, open).end(JSON.stringify({ error: { message: 'There is no list of models' } }))
      return
    }
    let body = ''
    for await (const part of request) body += part
    const name = planOf(body)
    const plan = plans.get(name)
    if (plan === undefined) {
      response.writeHead(404, open).end(JSON.stringify({ error: { message: `There is no plan ${name}` } }))
      return
    }
    const entry = { plan: name, at, first: 0, last: 0, done: false }
    asked.push(entry)
    response.writeHead(200, { ...open, 'content-type': 'text/event-stream' })
    const { tools = [] } = JSON.parse(body)
    await send(plan, tools.length > 0 ? (plan.call?.() ?? null) : null, response, entry)
  })
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The model has no port')
  return {
    url: `http://localhost:${address.port}/v1`,
    plans,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * @param {Plan} plan @param {Call | null} call @param {import('node:http').ServerResponse} response @param {Asked}
 * entry
 */
async function send({ chunks, perSecond, hold }, call, response, entry) {
  response.write(event({ role: 'assistant', content: '' }))
  entry.first = Date.now()
  let sent = 0
  while (sent < chunks.length && !response.destroyed) {
    // late ticks are made up for: what counts is how many are due
    const due = perSecond === null ? sent + 64 : Math.floor(((Date.now() - entry.first) / 1000) * perSecond) + 1
    const now = chunks.slice(sent, due)
    sent += now.length
    // each event is a write of its own when paced; as one when as fast as possible, as a busy server's would arrive
    const texts = now.map((content) => event({ content }))
    if (perSecond !== null) for (const text of texts) response.write(text)
    else if (!response.write(texts.join(''))) await drained(response)
    if (perSecond !== null) await new Promise((resolve) => setTimeout(resolve, TICK))
  }
  entry.last = Date.now()
  if (hold || response.destroyed) return
  if (call !== null) {
    const called = { name: call.name, arguments: JSON.stringify(call.arguments) }
    response.write(event({ tool_calls: [{ index: 0, id: `call_${entry.at}`, type: 'function', function: called }] }))
  }
  response.write(event({}, call === null ? 'stop' : 'tool_calls'))
  const usage = { prompt_tokens: 10, completion_tokens: chunks.length, total_tokens: chunks.length + 10 }
  response.write(
    `data: ${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [], usage })}\n\n`,
  )
  response.end('data: [DONE]\n\n')
  entry.done = true
}

/** @param {string} body */
function planOf(body) {
  const { model, messages } = JSON.parse(body)
  const said = JSON.stringify(messages.at(-1)?.content ?? '')
  return /plan: (\w+)/.exec(said)?.[1] ?? model
}

/** @param {import('node:http').ServerResponse} response @returns {Promise<void>} */
function drained(response) {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go)
      response.off('close', go)
      resolve()
    }
    response.on('drain', go)
    response.on('close', go)
  })
}
