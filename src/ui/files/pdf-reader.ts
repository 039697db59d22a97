import { FromPdf, type ToPdf } from '../../pdf/messages.ts'
import { startThread } from '../../threads/thread.ts'
import { type PlainPhrase, t } from '../base/words/t.ts'

/** A PDF in view. Pages count from 1. */
export type PdfReader = {
  /** Rejects with words for the person. */
  open: (bytes: ArrayBuffer) => Promise<{ pages: number; title: string }>
  /** `width`: of the picture, in pixels. One at a time. Rejects with words for the person. */
  draw: (page: number, width: number) => Promise<{ picture: ImageBitmap; text: string }>
  /** An answer was late or unreadable, or it was closed: the thread is gone. */
  isDead: () => boolean
  close: () => void
}

/** Milliseconds for one answer. A slower thread is killed: a hostile file may keep it busy for ever. */
const LIMIT = 20_000

const WORDS: Readonly<Record<Extract<FromPdf, { type: 'failed' }>['reason'], PlainPhrase>> = {
  password: 'It is password-protected. Download it to open it elsewhere.',
  damaged: 'It is damaged or not a PDF, and can’t be shown.',
  page: 'This page is damaged and can’t be shown.',
  large: 'It needs more memory than one file is allowed here.',
}

const UNREADABLE = 'Couldn’t read the result for this file.'
const BROKEN = 'The PDF viewer couldn’t be loaded or crashed on this file.'

/** Starts the thread that draws. After a late or unreadable answer it is dead, and says so. */
export function startPdfReader(limit = LIMIT): PdfReader {
  let dead: string | null = null
  let settle: ((reply: FromPdf | string) => void) | null = null
  const die = (words: string): void => {
    dead ??= words
    settle?.(words)
  }
  const thread = startThread({
    start: () => new Worker(new URL('../../pdf/pdf-worker.ts', import.meta.url), { type: 'module' }),
    said: FromPdf,
    onSaid: (reply) => settle?.(reply),
    onEnd: ({ type }) => {
      if (type === 'late') die(t('Stopped after {n} seconds.', { n: limit / 1000 }))
      else die(type === 'broken' ? BROKEN : UNREADABLE)
    },
  })

  const ask = (message: ToPdf, transfer: Transferable[] = []): Promise<FromPdf> =>
    new Promise((resolve, reject) => {
      if (dead !== null) return reject(new Error(dead))
      settle = (reply) => {
        settle = null
        thread.giveTime(null)
        if (typeof reply === 'string') reject(new Error(reply))
        else if (reply.type === 'failed') {
          if (reply.reason === 'large') {
            dead ??= WORDS.large
            thread.end()
          }
          reject(new Error(WORDS[reply.reason]))
        } else resolve(reply)
      }
      thread.giveTime(limit)
      thread.say(message, transfer)
    })

  return {
    open: async (bytes) => {
      const reply = await ask({ type: 'open', bytes }, [bytes])
      if (reply.type !== 'opened') throw new Error(WORDS.damaged)
      return reply
    },
    draw: async (page, width) => {
      const reply = await ask({ type: 'draw', page, width })
      if (reply.type !== 'drawn') throw new Error(WORDS.page)
      return reply
    },
    isDead: () => dead !== null,
    close: () => {
      thread.end()
      die('It was closed.')
    },
  }
}
