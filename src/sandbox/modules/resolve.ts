/** Names of libraries that code may import; their code is in `shelf.ts`. */
export const SHELF = [
  ...['papaparse', 'dayjs', 'simple-statistics', 'fflate', 'preact', 'preact/hooks', 'preact/jsx-runtime'],
  ...['preact-render-to-string', 'echarts'],
  ...['utc', 'customParseFormat', 'duration', 'isoWeek', 'relativeTime'].map((name) => `dayjs/plugin/${name}`),
] as const
/** Aliases of libraries on the shelf. */
const OTHER_NAMES: Record<string, string> = { 'react/jsx-runtime': 'preact/jsx-runtime' }
/** Test runners: their functions are globals here. */
export const RUNNERS = ['vitest', '@jest/globals', 'bun:test', 'node:test']
const INSTEAD: Record<string, string> = {
  react: 'Use preact, with preact-render-to-string.',
  moment: 'Use dayjs.',
  'date-fns': 'Use dayjs.',
  luxon: 'Use dayjs.',
  lodash: 'The language has most of it (Object.groupBy, toSorted, structuredClone).',
  ...{ d3: 'Use echarts.', 'chart.js': 'Use echarts.', 'vega-lite': 'Use echarts.', plotly: 'Use echarts.' },
  csv: 'Use papaparse.',
  'csv-parse': 'Use papaparse.',
  jszip: 'Use fflate.',
  fs: 'Use the globals readFile, readBytes, writeFile, deleteFile, listFiles.',
  path: 'Paths are plain text here: "folder/file.txt".',
  assert: 'Use the global expect.',
  axios: 'There is no network. Get the page with the tool fetch_page first.',
}
const ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.mts', '.json', '/index.ts', '/index.tsx', '/index.js']
const MARK = 'shelf:'
/**
 * Prefix of an error message in place of a name: QuickJS drops errors during resolution, so it is thrown when the name
 * is loaded.
 */
export const PROBLEM = 'problem:'

export const isOnShelf = (name: string): boolean => name.startsWith(MARK)
export const onShelf = (name: string): string => name.slice(MARK.length)

/**
 * The module that `wanted` means in the file `from`: a workspace path, or a library with a mark before its name. Throws
 * a worded error if there is none.
 */
export function resolve(from: string, wanted: string, has: (path: string) => boolean): string {
  if (isOnShelf(wanted)) return wanted
  const isRelative = /^\.{1,2}(?:\/|$)/.test(wanted)
  if (!isRelative && !wanted.startsWith('/')) return library(wanted, has)
  const path = isRelative ? joined(from, wanted) : wanted.slice(1)
  if (isOnShelf(path) || path.startsWith(PROBLEM)) throw new Error(`A module cannot be named "${path.slice(0, 200)}".`)
  // TypeScript imports name the compiled file
  const typed = path.replace(/\.(m?)js(x?)$/, '.$1ts$2')
  const tries = [...ENDINGS.map((ending) => path + ending), ...(typed === path ? [] : [typed, `${typed}x`])]
  const found = tries.find(has)
  if (found === undefined)
    throw new Error(`There is no module "${wanted.slice(0, 200)}" (of ${from}). listFiles() shows what there is.`)
  return found
}

function library(wanted: string, has: (path: string) => boolean): string {
  const other = Object.hasOwn(OTHER_NAMES, wanted) ? OTHER_NAMES[wanted] : undefined
  const name = (other ?? wanted).replace(/\.js$/, '')
  if ((SHELF as readonly string[]).includes(name) || RUNNERS.includes(name)) return MARK + name
  if (ENDINGS.some((ending) => has(wanted + ending)))
    throw new Error(
      `There is no library "${wanted}". The file of the workspace is "./${wanted}" (or "/${wanted}" from elsewhere).`,
    )
  const base = wanted.replace(/^node:/, '').split('/')[0] ?? ''
  const instead = Object.hasOwn(INSTEAD, base) ? ` ${INSTEAD[base]}` : ''
  const shelf = SHELF.filter((each) => !each.includes('/')).join(', ')
  throw new Error(
    `There is no library "${wanted.slice(0, 200)}" here, and none can be installed.${instead} There are: ${shelf}.`,
  )
}

function joined(from: string, wanted: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of wanted.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined)
        throw new Error(`"${wanted.slice(0, 200)}" (of ${from}) leads out of the workspace.`)
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
