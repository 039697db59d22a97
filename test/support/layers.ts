import { posix } from 'node:path'
import { parseSource, type SourceImport } from './source-imports.ts'

/** What a folder of `src` may import of ours: the table of DESIGN 4. */
export type LayerRule = { values: string[]; types: string[] }

const everyFolder = [
  'moorex',
  'llm',
  'tools',
  'agent',
  'protocol',
  'storage',
  'settings',
  'effects',
  'worker',
  'ui',
  'pwa',
  'sandbox',
  'mcp',
  'pdf',
]
const allBut = (...without: string[]) => everyFolder.filter((folder) => !without.includes(folder))
const rule = (values: string[], types: string[] = []): LayerRule => ({ values, types: [...values, ...types] })

export const layers: Record<string, LayerRule> = {
  moorex: rule([]),
  llm: rule(['settings']),
  tools: rule([]),
  settings: rule([]),
  pwa: rule([]),
  sandbox: rule([]),
  mcp: rule(['settings']),
  pdf: rule([]),
  agent: rule([], ['moorex', 'llm', 'tools', 'settings']),
  protocol: rule(['agent', 'settings']),
  storage: rule(['agent', 'settings']),
  effects: rule(['agent', 'llm', 'tools', 'settings'], ['moorex']),
  worker: rule(allBut('ui', 'worker')),
  ui: rule(['protocol', 'settings', 'agent', 'pwa', 'pdf']),
}

/** Source files by their path below `src`, for example `agent/state.ts`. */
export type Sources = Map<string, string>
type Arrow = { from: string; to: string; made: SourceImport }

/** Every breach of the import law, one line each; none for a sound tree. */
export function findViolations(sources: Sources): string[] {
  const violations: string[] = []
  const arrows: Arrow[] = []
  for (const [from, code] of sources) {
    const parsed = parseSource(from, code)
    if (!(folderOf(from) in layers)) violations.push(`${from}: no such folder in the table`)
    if (/(^|\/)index\.tsx?$/.test(from) || parsed.onlyPassesOn) violations.push(`${from}: a barrel file`)
    for (const how of parsed.untraceable) violations.push(`${from}: cannot be followed (${how})`)
    for (const made of parsed.imports) {
      if (!made.target.startsWith('.') && !made.target.startsWith('/')) continue
      const to = posix.join(posix.dirname(from), made.target)
      if (made.target.startsWith('.') && sources.has(to)) arrows.push({ from, to, made })
      else if (!isStyle(to)) violations.push(`${from}: '${made.target}' is no source file`)
    }
  }
  for (const arrow of arrows) violations.push(...breachesOf(arrow))
  return [...violations, ...cyclesOf(arrows), ...transitionInPage(arrows)]
}

const folderOf = (path: string): string => path.split('/')[0] ?? ''
const isStyle = (path: string): boolean => path.startsWith('ui/') && path.endsWith('.css')

/** Who starts which thread: the page the worker and the drawing of PDFs, the worker the sandbox for untrusted code and the reading of hostile pages. */
const starts = new Set([
  'ui worker/main.ts',
  'ui pdf/pdf-worker.ts',
  'pdf pdf/pdf-parser.ts',
  'worker sandbox/quickjs-worker.ts',
  'worker tools/web/readable-worker.ts',
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

/** Only what is loaded counts: two files may know each other's types. */
const isLoaded = ({ made }: Arrow): boolean => made.kind === 'value' || made.kind === 'dynamic'

function reach(arrows: Arrow[]): (start: string) => Set<string> {
  // Map.groupBy is younger than Node 20
  const next = new Map<string, Arrow[]>()
  for (const arrow of arrows.filter(isLoaded)) next.set(arrow.from, [...(next.get(arrow.from) ?? []), arrow])
  return (start) => {
    const seen = new Set<string>()
    const open = [start]
    for (let file = open.pop(); file !== undefined; file = open.pop())
      for (const { to } of next.get(file) ?? []) {
        if (seen.has(to)) continue
        seen.add(to)
        open.push(to)
      }
    return seen
  }
}

function cyclesOf(arrows: Arrow[]): string[] {
  const reachable = reach(arrows)
  const files = [...new Set(arrows.map(({ from }) => from))]
  return files.filter((file) => reachable(file).has(file)).map((file) => `${file}: imports itself, by way of others`)
}

/** The page shows states; deciding them is the writer's alone. */
function transitionInPage(arrows: Arrow[]): string[] {
  const reachable = reach(arrows)
  const pageFiles = [...new Set(arrows.map(({ from }) => from))].filter((file) => folderOf(file) === 'ui')
  return pageFiles
    .filter((file) => [...reachable(file)].some((target) => /^agent\/(.*\/)?transition[^/]*(\.ts|\/)/.test(target)))
    .map((file) => `${file}: loads the agent's transition into the page`)
}
