import type { Plugin } from 'vite'

declare global {
  /** Each function resets one piece of state of the page's modules. */
  var __pageState: (() => void)[] | undefined
}

/** Modules that keep what came with late code: that stays, as the code does. */
const LOADED =
  /\/src\/ui\/(?:rendering\/Markdown\.tsx|conversation\/tool-calls\/row-folds\.ts|base\/words\/language\.ts)$/
const SIGNAL = /^(?:export )?const \[\w*, (\w+)\] = createSignal(?:<.*>)?\((.*)\)$/gm
const COLLECTION = /^const (\w+) = new (?:Map|Set)(?:<.*>)?\(\)$/gm

const atBeginning = (change: string): string => `;(globalThis.__pageState ??= []).push(() => { ${change} });`

/**
 * Makes module state that lasts "until the page is left" resettable (page-as-new.ts), for test files that share a page:
 * otherwise a message unfolded by one file would be unfolded in the next. Finds signals, maps and sets that a module
 * creates on a separate line.
 */
export const pageState = (): Plugin => ({
  name: 'reflexor:page-state',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/ui\/.*\.tsx?$/.test(id) || LOADED.test(id)) return null
    const changed = code
      .replace(SIGNAL, (line, set: string, begun: string) => {
        const [value] = begun.split(', { equals: false }')
        return `${line}${atBeginning(`${set}(() => ${value === '' ? 'undefined' : value})`)}`
      })
      .replace(COLLECTION, (line, name: string) => `${line}${atBeginning(`${name}.clear()`)}`)
    // without changing line numbers, so that errors point to the right lines
    return changed === code ? null : { code: changed, map: null }
  },
})
