import { schemaOf } from './schema.ts'
import { SKILLS } from './skills/skill-port.ts'
import type { Tool } from './tool.ts'

/**
 * Fixes arguments in ways that models are known to get wrong: field names of other agents, numbers as text, paths with
 * another root. Anything unknown stays, and the schema refuses it.
 */

/** Aliases of our fields, in order of preference. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  path: ['file_path', 'filepath', 'file', 'filename', 'file_name', 'target_file', 'folder'],
  folder: ['path', 'dir', 'directory', 'folder_path', 'directory_path', 'file_path'],
  content: ['contents', 'file_text', 'text', 'data'],
  old_text: ['old_string', 'old_str', 'search', 'find', 'old'],
  new_text: ['new_string', 'new_str', 'replace', 'replacement', 'new'],
  replace_all: ['all', 'global'],
  from_line: ['offset', 'start_line', 'line_start', 'start'],
  to_line: ['end_line', 'line_end', 'end'],
  line_numbers: ['show_line_numbers', 'numbers'],
  query: ['pattern', 'search', 'text', 'q', 'regexp'],
  pattern: ['glob', 'query', 'glob_pattern'],
  context_lines: ['context', 'lines_around'],
  ignore_case: ['case_insensitive', 'ignorecase'],
  limit: ['max_results', 'head_limit', 'max'],
  from: ['source', 'old_path', 'src', 'source_path', 'path'],
  to: ['destination', 'new_path', 'dest', 'target', 'destination_path'],
  code: ['source', 'script', 'javascript'],
  command: ['cmd', 'script', 'bash'],
  timeout_ms: ['timeout'],
  url: ['address', 'link', 'href', 'uri'],
  question: ['text', 'prompt'],
}
const PATHS: ReadonlySet<string> = new Set(['path', 'folder', 'from', 'to', 'workspace_path'])
/** Workspace roots of other agents. `/project` is none of them: it is the folder that sessions of a project share. */
const ROOTS = /^\/(?:workspace|app|mnt\/data|home\/user|repo)(?=\/|$)/

type Arguments = Record<string, unknown>
type Property = { type?: unknown; items?: { properties?: Record<string, Property> } }

/** Fixes arguments of one of our own tools. Returns the same object if there is nothing to fix. */
export function forgiven(tool: Tool, args: Arguments): Arguments {
  return mend(args, (schemaOf(tool)['properties'] ?? {}) as Record<string, Property>)
}

function mend(args: Arguments, properties: Record<string, Property>): Arguments {
  const named = withNames(args, Object.keys(properties))
  const entries = Object.entries(named).flatMap(([name, value]): [string, unknown][] => {
    const property = properties[name]
    if (property === undefined) return [[name, value]]
    // some models send null for a missing field
    if (value === null) return []
    return [[name, mendValue(name, value, property)]]
  })
  const isSame = entries.length === Object.keys(args).length && entries.every(([name, value]) => args[name] === value)
  return isSame ? args : Object.fromEntries(entries)
}

function withNames(args: Arguments, fields: readonly string[]): Arguments {
  const result: Arguments = {}
  const taken = new Set(Object.keys(args).filter((name) => fields.includes(name)))
  for (const [given, value] of Object.entries(args)) {
    const name = taken.has(given) ? given : ourName(given, fields, taken)
    taken.add(name)
    result[name] = value
  }
  // other agents give a line count
  const { from_line: from, limit, ...rest } = result
  const count = Number(limit)
  if (limit === undefined || fields.includes('limit') || !fields.includes('to_line') || !Number.isInteger(count))
    return result
  const first = from === undefined ? 1 : Number(from)
  return { ...rest, from_line: Math.max(1, first), to_line: Math.max(1, first) + Math.max(1, count) - 1 }
}

function ourName(given: string, fields: readonly string[], taken: ReadonlySet<string>): string {
  const snake = given.replace(/(?<=[a-z])[A-Z]/g, (sign) => `_${sign}`).toLowerCase()
  const found = fields.find((name) => !taken.has(name) && (name === snake || NAMES[name]?.includes(snake)))
  return found ?? given
}

function mendValue(name: string, value: unknown, { type, items }: Property): unknown {
  if (typeof value === 'string') {
    if ((type === 'integer' || type === 'number') && /^\s*-?\d{1,15}(\.\d+)?\s*$/.test(value)) return Number(value)
    if (type === 'boolean' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
    if (type === 'array' && value.trimStart().startsWith('[')) {
      const list = parsed(value)
      return typeof list === 'string' ? value : mendValue(name, list, { type, ...(items && { items }) })
    }
    if (type === 'string' && PATHS.has(name)) return relative(value)
  }
  if (name === 'from_line' && value === 0) return 1
  if (type === 'array' && Array.isArray(value) && items?.properties !== undefined) {
    const { properties } = items
    const isObject = (item: unknown): item is Arguments =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
    const mended = value.map((item) => (isObject(item) ? mend(item, properties) : item))
    return mended.every((item, at) => item === value[at]) ? value : mended
  }
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // the schema reports what is wrong
    return text
  }
}

/** Paths of skills stay. "/workspace/a/b", "/app/a/b", "/a/b", "./a/b" and "a/b/" become "a/b". */
function relative(path: string): string {
  if (path.startsWith(SKILLS)) return path
  const short = path
    .replace(ROOTS, '')
    .replace(/^(?:\.?\/)+/, '')
    .replace(/(?<=.)\/+$/, '')
  return short === '' && path !== '' ? '.' : short
}
