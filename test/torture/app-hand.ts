import type { Page } from 'playwright-core'
import { pause } from './pause.ts'
import type { MessagePlan } from './plan.ts'
import { textOf } from './program.ts'
import type { Random } from './random.ts'

/**
 * A person's hand on the real page: writes into the composer, looks whether the message has arrived, presses the
 * buttons that a run offers. Everything goes by accessible names. A page that is dead or too busy simply does nothing
 * this time.
 */
export type AppHand = {
  /** Says the messages one after the other, each until it stands in the conversation or waits in the queue. */
  say: (messages: readonly MessagePlan[]) => void
  /**
   * One small step: types, sends, or presses a button. `arrived`: messages that stand in the conversation or wait in
   * the queue; null: nobody knows.
   */
  step: (page: Page, arrived: ReadonlySet<string> | null) => Promise<void>
  /** What became of everything that was to be said. */
  said: () => { messageId: string; outcome: string }[]
  done: () => boolean
}

const PATIENCE = 1500
const DELIVERY = { steer: 'Steer', 'follow-up': 'Follow up', now: 'Now', interrupt: 'Interrupt' } as const
const BUTTONS = ['Approve', 'Deny', 'Run again', 'Skip', 'Retry', 'Continue']

export function makeAppHand(random: Random): AppHand {
  const waiting: MessagePlan[] = []
  const outcomes = new Map<string, string>()
  /** Where the first of them was sent; a box that is empty there afterwards says that it is on disk. */
  let sentOn: Page | null = null
  const arrivedNow = (message: MessagePlan): void => {
    outcomes.set(message.id, 'committed')
    waiting.shift()
    sentOn = null
  }

  const speak = async (page: Page, message: MessagePlan, arrived: ReadonlySet<string> | null): Promise<void> => {
    const text = textOf(message.program)
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    const value = await box.inputValue({ timeout: PATIENCE })
    const sending = (await box.getAttribute('readonly', { timeout: PATIENCE })) !== null
    if (sending) return
    if (value === '' && sentOn === page) return arrivedNow(message)
    // whether it has arrived before the last crash must be known before it is said again
    if (arrived === null) return
    if (arrived.has(message.id)) {
      // it may still stand in the box, when the browser was killed before it had kept that it was sent
      if (value === text) return box.fill('', { timeout: PATIENCE })
      arrivedNow(message)
    } else if (value !== text) await box.fill(text, { timeout: PATIENCE })
    else {
      const delivery = page.getByRole('combobox', { name: 'Delivery' })
      const label = DELIVERY[message.delivery]
      if (await delivery.isVisible()) await delivery.selectOption({ label }, { timeout: PATIENCE })
      sentOn = page
      await page.getByRole('button', { name: 'Send', exact: true }).click({ timeout: PATIENCE })
    }
  }

  return {
    say: (messages) => {
      for (const message of messages) outcomes.set(message.id, '')
      waiting.push(...messages)
    },
    step: async (page, arrived) => {
      try {
        // a page behind another one paints nothing, so nothing on it can be pressed
        await Promise.race([page.bringToFront(), pause(PATIENCE)])
        const [message] = waiting
        if (message !== undefined) await speak(page, message, arrived)
        else if (random.chance(0.1)) {
          const button = page.getByRole('button', { name: random.pick(BUTTONS), exact: true }).first()
          if (await button.isVisible()) await button.click({ timeout: PATIENCE })
        }
      } catch {
        // the page is being reloaded, is frozen or has died: the next step finds out
      }
    },
    said: () => [...outcomes].map(([messageId, outcome]) => ({ messageId, outcome })),
    done: () => waiting.length === 0,
  }
}
