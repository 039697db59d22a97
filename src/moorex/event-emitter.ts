import { catchLate, type Report } from './report.ts'

export type EventEmitter<Event> = {
  emit: (event: Event) => void
  on: (handler: (event: Event) => void) => () => void
  /** Delivers what was emitted so far, in order, and everything later at once. */
  release: () => void
}

type Subscription<Event> = {
  readonly handler: (event: Event) => void
  active: boolean
}

/**
 * Synchronous events to isolated handlers: what a handler throws (or rejects with) goes to `report`, and the others
 * still hear the event. Events are kept until `release`, so that a handler registered right after the creation of the
 * machine misses nothing. After the release, a handler hears no event that was emitted before it was registered, and
 * none after it unsubscribed.
 */
export function createEventEmitter<Event>(report: Report): EventEmitter<Event> {
  // Replaced, never changed in place, so that a handler may subscribe or unsubscribe during a delivery.
  let subscriptions: readonly Subscription<Event>[] = []
  let held: Event[] | null = []

  const deliver = (event: Event): void => {
    for (const subscription of subscriptions) {
      if (!subscription.active) continue
      try {
        catchLate(subscription.handler(event), report)
      } catch (error) {
        report(error)
      }
    }
  }

  return {
    emit: (event) => {
      if (held) held.push(event)
      else deliver(event)
    },
    on: (handler) => {
      const subscription = { handler, active: true }
      subscriptions = [...subscriptions, subscription]
      return () => {
        subscription.active = false
        subscriptions = subscriptions.filter((other) => other !== subscription)
      }
    },
    release: () => {
      // Still held while delivering: what a handler causes now comes after the kept events.
      for (let index = 0; held && index < held.length; index += 1) deliver(held[index] as Event)
      held = null
    },
  }
}
