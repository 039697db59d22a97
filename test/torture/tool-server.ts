import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The outside world of the test tools: counts every act with its key. */
export type OutsideAct = { n: number; at: number; tool: string; key: string; session: string; step: string }
export type ToolServer = {
  url: string
  acts: OutsideAct[]
  /** Called in the moment of each act, before anybody hears of it. */
  onAct: (listener: (act: OutsideAct) => void) => void
  /** The next so many acts happen, but their answers are lost. */
  loseAnswers: (count: number) => void
  close: () => Promise<void>
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export async function startToolServer(): Promise<ToolServer> {
  const acts: OutsideAct[] = []
  let listener: (act: OutsideAct) => void = () => {}
  let losing = 0
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    // Chromium sends a request a second time by itself, POST too, when a connection that it uses again breaks before
    // the answer's headers
    response.setHeader('connection', 'close')
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return // hung up before it had asked for anything
    }
    const { tool, key, session, step, before, after } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (before > 0) await later(before)
    if (response.destroyed) return // whoever asked has gone, and nothing has happened
    const act = { n: acts.length, at: Date.now(), tool, key, session, step }
    acts.push(act)
    listener(act)
    if (losing > 0) {
      losing--
      response.destroy()
      return
    }
    if (after > 0) await later(after)
    if (!response.destroyed) response.end(`receipt ${act.n}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    acts,
    onAct: (next) => {
      listener = next
    },
    loseAnswers: (count) => {
      losing = count
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
