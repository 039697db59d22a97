import { type Arrow, arrowsOf, reach, type Sources, targetOf } from './arrows.ts'
import { circlesOf } from './rooms.ts'
import { parseSource } from './source-imports.ts'

/** What a folder of `src` may import from our own code. */
export type LayerRule = { values: string[]; types: string[] }

const everyFolder = [
  'moorex',
  'llm',
  'tools',
  'agent',
  'protocol',
  'storage',
  'settings',
  'http',
  'json',
  'effects',
  'worker',
  'ui',
  'pwa',
  'sandbox',
  'mcp',
  'pdf',
  'threads',
  'documents',
  'search',
  'sync',
]
const allBut = (...without: string[]) => everyFolder.filter((folder) => !without.includes(folder))
const rule = (values: string[], types: string[] = []): LayerRule => ({ values, types: [...values, ...types] })

export const layers: Record<string, LayerRule> = {
  moorex: rule([]),
  llm: rule(['settings', 'http', 'json']),
  tools: rule(['json']),
  settings: rule([]),
  http: rule([]),
  json: rule([]),
  pwa: rule([]),
  sandbox: rule([]),
  mcp: rule(['settings', 'http', 'json']),
  pdf: rule(['threads']),
  threads: rule([]),
  documents: rule(['threads', 'tools']),
  agent: rule(['json'], ['moorex', 'llm', 'tools', 'settings']),
  protocol: rule(['agent', 'settings']),
  search: rule(['agent', 'json']),
  storage: rule(['agent', 'settings', 'search', 'json']),
  sync: rule(['agent', 'settings', 'json']),
  effects: rule(['agent', 'llm', 'tools', 'settings', 'search', 'http', 'json'], ['moorex']),
  worker: rule(allBut('ui', 'worker')),
  ui: rule(['protocol', 'settings', 'agent', 'pwa', 'pdf', 'threads', 'documents', 'search', 'json']),
}

/** Every violation of the import rules, one line each; empty for a sound tree. */
export function findViolations(sources: Sources): string[] {
  const violations: string[] = []
  for (const [from, code] of sources) {
    const parsed = parseSource(from, code)
    if (!(folderOf(from) in layers)) violations.push(`${from}: no such folder in the table`)
    if (/(^|\/)index\.tsx?$/.test(from) || parsed.onlyPassesOn) violations.push(`${from}: a barrel file`)
    for (const how of parsed.untraceable) violations.push(`${from}: cannot be followed (${how})`)
    for (const made of parsed.imports) {
      if (!made.target.startsWith('.') && !made.target.startsWith('/')) continue
      const to = targetOf(from, made)
      const isSource = made.target.startsWith('.') && sources.has(to)
      if (!isSource && !isStyle(to) && !isOwnData(from, to))
        violations.push(`${from}: '${made.target}' is no source file`)
    }
  }
  const arrows = arrowsOf(sources)
  const circles = circlesOf(arrows).map((circle) => `import each other in a circle: ${circle.join(', ')}`)
  for (const arrow of arrows) violations.push(...breachesOf(arrow))
  return [...violations, ...circles, ...transitionInPage(arrows)]
}

const folderOf = (path: string): string => path.split('/')[0] ?? ''
/** Data of the same floor, which imports nothing. */
const isOwnData = (from: string, to: string): boolean => to.endsWith('.json') && folderOf(from) === folderOf(to)
const isStyle = (path: string): boolean => path.startsWith('ui/') && path.endsWith('.css')

/**
 * Who may start which thread: the page starts the worker and the PDF thread, the worker starts the sandbox for
 * untrusted code and the reader of hostile pages.
 */
const starts = new Set([
  'ui worker/main.ts',
  'ui pdf/pdf-worker.ts',
  'pdf pdf/pdf-parser.ts',
  'pdf pdf/pdf-worker.ts',
  'documents documents/documents-worker.ts',
  'worker sandbox/quickjs-worker.ts',
  'worker sandbox/pages/page-worker.ts',
  'worker sandbox/python/python-worker.ts',
  'worker tools/web/readable-worker.ts',
  'worker tools/shell/thread/shell-worker.ts',
  'worker documents/write/write-worker.ts',
])

function breachesOf({ from, to, made }: Arrow): string[] {
  const folders = `${folderOf(from)} -> ${folderOf(to)}`
  if (made.kind === 'url') return [`${from}: the URL of a module, ${to}, is not for passing around`]
  if (made.kind === 'worker') return starts.has(`${folderOf(from)} ${to}`) ? [] : [`${from}: starts ${to} as a worker`]
  if (folderOf(from) === folderOf(to)) return []
  const allowed = layers[folderOf(from)]?.[made.kind === 'type' ? 'types' : 'values'] ?? []
  if (allowed.includes(folderOf(to))) return []
  return [`${from}: ${made.kind} import of ${to} (${folders} is not in the table)`]
}

/** Types are gone at run time. */
const isLoaded = ({ made }: Arrow): boolean => made.kind === 'value' || made.kind === 'dynamic'

/** The page shows states; only the writer decides them. */
function transitionInPage(arrows: Arrow[]): string[] {
  const reachable = reach(arrows.filter(isLoaded))
  const pageFiles = [...new Set(arrows.map(({ from }) => from))].filter((file) => folderOf(file) === 'ui')
  return pageFiles
    .filter((file) => [...reachable(file)].some((target) => /^agent\/(.*\/)?transition[^/]*(\.ts|\/)/.test(target)))
    .map((file) => `${file}: loads the agent's transition into the page`)
}
