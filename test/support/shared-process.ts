import { readFileSync } from 'node:fs'

/**
 * A file of the unit tests that puts nothing of its own in the place of a module, a global or the clock shares a process with others like it:
 * a process for each took a third of all their processor time. Fake timers took up to twenty times as long beside what other files had left.
 */
const ALONE = /\bvi\.(?!(?:fn|mocked|waitFor|waitUntil)\b)|\bglobalThis\b|\bprocess\./

export function sharesProcess(file: string): boolean {
  return !ALONE.test(readFileSync(file, 'utf8'))
}
