// first: it says in which order the layers of later styles are
import '../../src/ui/base/styles/main.css'
import { afterAll, beforeAll, vi } from 'vitest'
import { changedSince, globals } from './left-globals.ts'

/**
 * Runs before each file of the tests that share one page. Storage is emptied, the state of the page's modules is reset
 * (page-state.ts), and mocks end with their test (test/vitest.config.ts). A file that leaves anything else in the page
 * fails.
 */

/** The app keeps this frame for a while, for the next diagram. */
const DIAGRAMS = '.diagram-frame'
let found = globals()
let root = ''

/** The parts of the document that tests change, as text. */
function rootOf(): string {
  const attributes = [document.documentElement, document.body].map((element) =>
    [...element.attributes].flatMap(({ name, value }) =>
      // the app's own, which each opened page sets itself
      name === 'data-theme' || value.trim() === '' ? [] : `${name}=${value}`,
    ),
  )
  const parts = [...document.body.children].filter((element) => !element.matches(DIAGRAMS))
  return JSON.stringify([attributes, parts.map(({ outerHTML }) => outerHTML.slice(0, 300))])
}

beforeAll(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear()
  history.replaceState(null, '', '#/')
  delete document.documentElement.dataset['theme']
  for (const begin of globalThis.__pageState ?? []) begin()
  found = globals()
  root = rootOf()
})

afterAll(() => {
  if (vi.isFakeTimers()) throw new Error('This file leaves its own clock behind.')
  // a frame is a global, too, by its number
  const changed = changedSince(found).filter((name) => !/^\d+$/.test(name))
  if (changed.length > 0) throw new Error(`This file leaves other globals behind: ${changed.join(', ')}`)
  const left = rootOf()
  if (left !== root) throw new Error(`This file leaves the page changed.\nBefore: ${root}\nAfter: ${left}`)
})
