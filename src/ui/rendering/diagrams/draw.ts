import * as z from 'zod/mini'
import { makeMessageBudget } from '../cost/message-budget.ts'
import { pageProblem } from '../cost/page-cost.ts'
import { openFrame } from './frame.ts'
import { loadLibrary } from './library.ts'

type Picture = { svg: string; width: number; height: number }
/** `problem`: why it was not drawn, in words for the person or in those of Mermaid. */
export type Drawn = Picture | { problem: string }

/** Most characters of a diagram, and of its drawing. */
const LONGEST = 20_000
const LARGEST = 2_000_000
/** Time for one drawing, in ms; also how long an idle frame is kept. */
const PATIENCE = 10_000
const IDLE = 15_000
const MOST_KNOWN = 60

const size = z.number().check(z.positive(), z.maximum(20_000))
const Answer = z.union([
  z.object({ diagram: z.int(), svg: z.string().check(z.maxLength(LARGEST)), width: size, height: size }),
  z.object({ diagram: z.int(), problem: z.string().check(z.maxLength(1000)) }),
  z.object({ diagram: z.literal(0), ready: z.literal(true) }),
])

type Wish = { id: number; text: string; isDark: boolean; end: (drawn: Drawn) => void }

/** Drawings by their source: text that scrolls out of view is created again when it comes back. */
const known = new Map<string, Promise<Drawn>>()
const waiting: Wish[] = []
let frame: ReturnType<typeof openFrame> | null = null
let ready = false
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Draws a Mermaid diagram in a frame with no origin and no network, one at a time. Never rejects. The result is only
 * for an `img`, where it neither runs nor loads anything.
 */
export function draw(text: string, isDark: boolean): Promise<Drawn> {
  if (text.length > LONGEST) return Promise.resolve({ problem: 'It is too long to draw.' })
  const key = `${isDark} ${text}`
  const before = known.get(key)
  if (before) return before
  const drawing = new Promise<Drawn>((resolve) => {
    const end = (drawn: Drawn): void => {
      // a failure that is not caused by the text is tried again next time
      if ('problem' in drawn && OWN.has(drawn.problem)) known.delete(key)
      resolve(drawn)
    }
    waiting.push({ id: ++lastId, text, isDark, end })
  })
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, drawing)
  if (frame === null) void start()
  else if (ready && waiting.length === 1) next()
  return drawing
}

const NOT_LOADED = 'The renderer couldn’t be loaded. It works offline after it was used online once.'
const NOT_SAFE = 'It can’t be drawn safely here.'
const TOOK_LONG = 'It took too long.'
const OWN: ReadonlySet<string> = new Set([NOT_LOADED, NOT_SAFE, TOOK_LONG])

async function start(): Promise<void> {
  ready = false
  const budget = makeMessageBudget()
  const opened = openFrame(
    loadLibrary,
    (data) => {
      if (opened !== frame) return
      const answer = budget.read(() => Answer.safeParse(data()).data ?? null)
      if (budget.isSpent()) return stop(TOOK_LONG)
      if (answer !== null) take(answer)
    },
    (why) => opened === frame && stop(why === 'not-loaded' ? NOT_LOADED : NOT_SAFE),
  )
  frame = opened
}

function next(): void {
  clearTimeout(timer)
  const wish = waiting[0]
  if (wish === undefined) {
    timer = setTimeout(close, IDLE)
    return
  }
  const { id, text, isDark } = wish
  frame?.send({ diagram: id, text, isDark })
  timer = setTimeout(() => {
    // the others may be drawn in a new frame that is not stuck
    waiting.shift()?.end({ problem: TOOK_LONG })
    close()
    if (waiting.length > 0) void start()
  }, PATIENCE)
}

function take(answer: z.infer<typeof Answer>): void {
  if ('ready' in answer) {
    if (ready) return
    ready = true
    return next()
  }
  const wish = waiting[0]
  if (wish === undefined || answer.diagram !== wish.id) return
  waiting.shift()
  wish.end(judged(answer))
  next()
}

/** An image costs as much to show as its drawing costs. */
function judged(answer: Drawn): Drawn {
  if ('problem' in answer) return { problem: answer.problem }
  const costly = pageProblem(answer.svg, 'svg')
  return costly === null ? { svg: answer.svg, width: answer.width, height: answer.height } : { problem: costly }
}

function stop(problem: string): void {
  close()
  for (const wish of waiting.splice(0)) wish.end({ problem })
}

function close(): void {
  clearTimeout(timer)
  frame?.close()
  frame = null
  ready = false
}
