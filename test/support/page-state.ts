import type { Plugin } from 'vite'

declare global {
  /** Each puts one piece of what modules of the page keep back to its beginning. */
  var __pageState: (() => void)[] | undefined
}

/** Modules that keep what came with late code: that stays, as the code does. */
const LOADED = /\/src\/ui\/(?:rendering\/Markdown\.tsx|conversation\/tool-calls\/row-folds\.ts|base\/words\/language\.ts)$/
const SIGNAL = /^(?:export )?const \[\w*, (\w+)\] = createSignal(?:<.*>)?\((.*)\)$/gm
const COLLECTION = /^const (\w+) = new (?:Map|Set)(?:<.*>)?\(\)$/gm

const atBeginning = (change: string): string => `;(globalThis.__pageState ??= []).push(() => { ${change} });`

/**
 * What modules of the page keep "until the page is left" can be put back to its beginning (page-as-new.ts), for files that share a page: a
 * message that one file unfolded would be unfolded in the next. It finds signals, maps and sets that a module makes on a line of its own.
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
    // on the same lines, so that lines of faults are right
    return changed === code ? null : { code: changed, map: null }
  },
})
