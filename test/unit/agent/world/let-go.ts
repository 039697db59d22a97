import { isDeepStrictEqual as same } from 'node:util'
import { diff } from '../../../../src/agent/delta.ts'
import { evictRows, neededRows } from '../../../../src/agent/held.ts'
import type { Input } from '../../../../src/agent/input.ts'
import type { State } from '../../../../src/agent/state.ts'
import { freeze, type Machine, must } from './machine.ts'

/**
 * A machine that holds no more than it has to, beside the one that holds whatever it has seen: at the beginning of
 * every batch it lets go of all rows that are not needed, and of the file entries that nobody can be reading.
 */
export class Forgetful {
  private readonly machine: Machine
  private previous: State
  private next: State
  constructor(machine: Machine, state: State) {
    this.machine = machine
    this.previous = state
    this.next = state
  }

  /** A batch begins; `waiting`: a person's file change has been read for and waits. */
  begin(waiting: boolean): void {
    this.previous = this.next
    const { head } = this.previous
    const needed = new Set(neededRows(head))
    // fewer rows than the product lets go of: the law must hold for any bound
    const few = { ...this.previous, messages: this.previous.messages.filter(({ n }) => needed.has(n)) }
    this.next = freeze(evictRows(few, waiting))
  }

  follow(input: Input, before: State, after: State): void {
    const held = this.next
    const next = freeze(this.machine.transition(input)(held))
    must((next === held) === (after === before), 'held', () => `${input.type} applies to one of the two alone`)
    must(same(next.head, after.head), 'held', () => `${input.type}: heads differ`)
    must(same(next.config, after.config) && same(next.queue, after.queue), 'held', () => `${input.type}: others differ`)
    must(same(next.summary, after.summary), 'held', () => `${input.type}: summaries differ`)
    must(same(next.plan, after.plan), 'held', () => `${input.type}: plans differ`)
    this.next = next
  }

  /** What is written is the same, and so is what a machine finds that holds all. */
  commit(previous: State, next: State): void {
    must(same(diff(this.previous, this.next), diff(previous, next)), 'held', () => 'what is written differs')
  }
}
