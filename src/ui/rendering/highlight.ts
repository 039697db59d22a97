import type { ShjLanguageData } from '@speed-highlight/core/tokenize'
import { tokenizeWith } from '@speed-highlight/core/tokenize'

// Unknown: the library's own types do not hold under exactOptionalPropertyTypes.
type Load = () => Promise<{ default: unknown }>

/** Fetched when code is first shown, as one file (build/stages.ts). */
const LANGUAGES: Record<string, Load> = {
  bash: () => import('@speed-highlight/core/languages/bash.js'),
  c: () => import('@speed-highlight/core/languages/c.js'),
  css: () => import('@speed-highlight/core/languages/css.js'),
  csv: () => import('@speed-highlight/core/languages/csv.js'),
  diff: () => import('@speed-highlight/core/languages/diff.js'),
  docker: () => import('@speed-highlight/core/languages/docker.js'),
  go: () => import('@speed-highlight/core/languages/go.js'),
  html: () => import('@speed-highlight/core/languages/html.js'),
  java: () => import('@speed-highlight/core/languages/java.js'),
  js: () => import('@speed-highlight/core/languages/js.js'),
  json: () => import('@speed-highlight/core/languages/json.js'),
  md: () => import('@speed-highlight/core/languages/md.js'),
  py: () => import('@speed-highlight/core/languages/py.js'),
  rs: () => import('@speed-highlight/core/languages/rs.js'),
  sql: () => import('@speed-highlight/core/languages/sql.js'),
  toml: () => import('@speed-highlight/core/languages/toml.js'),
  ts: () => import('@speed-highlight/core/languages/ts.js'),
  xml: () => import('@speed-highlight/core/languages/xml.js'),
  yaml: () => import('@speed-highlight/core/languages/yaml.js'),
}

const NAMES: Record<string, string> = {
  javascript: 'js',
  jsx: 'js',
  mjs: 'js',
  typescript: 'ts',
  tsx: 'ts',
  python: 'py',
  python3: 'py',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  rust: 'rs',
  golang: 'go',
  'c++': 'c',
  cpp: 'c',
  h: 'c',
  yml: 'yaml',
  svg: 'xml',
  markdown: 'md',
  dockerfile: 'docker',
  jsonc: 'json',
  patch: 'diff',
}

/** Each is loaded once: each request searches the whole page, and an answer can have thousands of blocks. */
const grammars = new Map<Load, Promise<unknown>>()

function grammarOf(load: Load): Promise<unknown> {
  const asked = grammars.get(load) ?? load().then(({ default: grammar }) => grammar)
  grammars.set(load, asked)
  // Offline now; a later call tries again.
  asked.catch(() => grammars.delete(load))
  return asked
}

/** Elements for `text` in colours; null for an unknown language. Makes text nodes and spans only, never markup. */
export async function highlight(text: string, language: string): Promise<DocumentFragment | null> {
  const load = LANGUAGES[Object.hasOwn(NAMES, language) ? (NAMES[language] ?? '') : language]
  if (!load || !Object.hasOwn(LANGUAGES, NAMES[language] ?? language)) return null
  const grammar = await grammarOf(load)
  const fragment = document.createDocumentFragment()
  tokenizeWith(text, grammar as ShjLanguageData, (part, type) => {
    if (type === undefined) return void fragment.append(part)
    const span = document.createElement('span')
    span.className = `hl-${type}`
    span.textContent = part
    fragment.append(span)
  })
  return fragment
}
