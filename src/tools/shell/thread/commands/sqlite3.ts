import Papa from 'papaparse'
import type { Database, QueryExecResult } from 'sql.js'
import { CommandError, type Context, command, done, textOfInput } from './command.ts'
import { sqlModule } from './sql-module.ts'

/** `sqlite3 [OPTIONS] FILE [SQL]`: SQL from the command line or stdin; writes the file if it has changed. */

type Mode = 'list' | 'csv' | 'column' | 'json' | 'line'
type Options = { mode: Mode; header: boolean; separator: string; file: string; sql: string }

export const sqlite3 = command('sqlite3', async (args, context) => {
  const options = parse(args, context)
  const { fs, cwd } = context
  const path = options.file === ':memory:' ? null : fs.resolvePath(cwd, options.file)
  const exists = path !== null && (await fs.exists(path))
  const SQL = await sqlModule()
  const database = new SQL.Database(exists && path !== null ? await fs.readFileBuffer(path) : null)
  try {
    const before = changesIn(database)
    const { text, problem } = await runAll(database, options, context)
    // keeps what succeeded before an error, as sqlite3 does
    if (path !== null && (changesIn(database) !== before || !exists)) await fs.writeFile(path, database.export())
    return done(text, problem === '' ? '' : `Error: ${problem}\n`, problem === '' ? 0 : 1)
  } finally {
    database.close()
  }
})

function parse(args: readonly string[], context: Context): Options {
  const options: Options = { mode: 'list', header: false, separator: '|', file: '', sql: '' }
  const rest = [...args]
  const texts: string[] = []
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const name = arg.replace(/^--?/, '')
    if (!arg.startsWith('-')) texts.push(arg)
    else if (isMode(name)) options.mode = name
    else if (name === 'header') options.header = true
    else if (name === 'noheader') options.header = false
    else if (name === 'separator') options.separator = rest.shift() ?? '|'
    else if (name === 'cmd') texts.splice(1, 0, rest.shift() ?? '')
    else if (!['batch', 'bail', 'readonly'].includes(name)) throw new CommandError(`unknown option: ${arg}`)
  }
  const [file = ':memory:', ...sql] = texts
  return { ...options, file, sql: sql.length > 0 ? sql.join('\n') : textOfInput(context) }
}

const isMode = (name: string): name is Mode => ['list', 'csv', 'column', 'json', 'line'].includes(name)

/** Counts changes of rows and of the schema. */
const changesIn = (database: Database): string =>
  JSON.stringify(database.exec('select total_changes() union all select schema_version from pragma_schema_version')[0])

async function runAll(
  database: Database,
  given: Options,
  context: Context,
): Promise<{ text: string; problem: string }> {
  const options = { ...given }
  let text = ''
  try {
    for (const part of partsOf(given.sql)) {
      if (part.startsWith('.import')) await importTable(database, part, options, context)
      else if (part.startsWith('.')) text += dotCommand(database, part, options)
      else for (const table of database.exec(part)) text += shown(table, options)
    }
    return { text, problem: '' }
  } catch (error) {
    return { text, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Dot commands take a whole line each, between SQL statements. */
function partsOf(sql: string): string[] {
  const parts: string[] = ['']
  for (const line of sql.split('\n')) {
    if (line.startsWith('.') && /^\s*$|;\s*$/.test(parts.at(-1) ?? '')) parts.push(line.trim(), '')
    else parts.push(`${parts.pop() ?? ''}${line}\n`)
  }
  return parts.filter((part) => part.trim() !== '')
}

const SCHEMA = "select sql || ';' from sqlite_schema where sql is not null"

function dotCommand(database: Database, line: string, options: Options): string {
  const [name = '', first = ''] = line.split(/\s+/)
  const list = (sql: string, bind?: string[]): string =>
    (database.exec(sql, bind)[0]?.values ?? []).map(([value]) => `${value}\n`).join('')
  switch (name) {
    case '.tables':
      return list(
        "select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite_%' order by 1",
      )
    case '.schema':
      return first === '' ? list(SCHEMA) : list(`${SCHEMA} and tbl_name = ?`, [first])
    case '.mode':
      if (!isMode(first)) throw new Error(`.mode ${first}: there are list, csv, column, json, line`)
      options.mode = first
      return ''
    case '.headers':
    case '.header':
      options.header = first === 'on'
      return ''
    case '.separator':
      options.separator = first
      return ''
    default:
      throw new Error(`${name}: not known here. There are .tables, .schema, .import, .mode, .headers, .separator`)
  }
}

const named = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** `.import FILE TABLE`: creates a missing table with column names from the first row. */
async function importTable(
  database: Database,
  line: string,
  { mode, separator }: Options,
  { fs, cwd }: Context,
): Promise<void> {
  const words = line.split(/\s+/).slice(1)
  const isCsv = mode === 'csv' || words.includes('--csv') || words.includes('-csv')
  const [file, table] = words.filter((word) => !word.startsWith('-'))
  if (file === undefined || table === undefined) throw new Error('.import [--csv] FILE TABLE')
  const text = await fs.readFile(fs.resolvePath(cwd, file))
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimiter: isCsv ? ',' : separator,
    skipEmptyLines: true,
  })
  const [header = [], ...rest] = data
  const exists = database.exec("select 1 from sqlite_schema where type = 'table' and name = ?", [table]).length > 0
  if (!exists) database.run(`create table ${named(table)} (${header.map((name) => `${named(name)} any`).join(', ')})`)
  const rows = exists ? data : rest
  const width = exists
    ? (database.exec(`select count(*) from pragma_table_info(?)`, [table])[0]?.values[0]?.[0] as number)
    : header.length
  const insert = database.prepare(`insert into ${named(table)} values (${Array(width).fill('?').join(', ')})`)
  database.run('begin')
  for (const row of rows) insert.run(Array.from({ length: width }, (_, at) => row[at] ?? null))
  database.run('commit')
  insert.free()
}

function shown({ columns, values }: QueryExecResult, { mode, header, separator }: Options): string {
  const plain = (value: unknown): string =>
    value === null ? '' : value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value)
  if (mode === 'json') {
    const rows = values.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])))
    return `${JSON.stringify(rows)}\n`
  }
  if (mode === 'line')
    return values.map((row) => columns.map((name, at) => `${name} = ${plain(row[at])}\n`).join('')).join('\n')
  const rows = values.map((row) => row.map(plain))
  if (mode === 'column') {
    const all = [columns, ...rows]
    const widths = columns.map((_, at) => all.reduce((most, row) => Math.max(most, (row[at] ?? '').length), 0))
    const lines = [columns, widths.map((width) => '-'.repeat(width)), ...rows]
    return lines
      .map(
        (row) =>
          `${row
            .map((cell, at) => cell.padEnd(widths[at] ?? 0))
            .join('  ')
            .trimEnd()}\n`,
      )
      .join('')
  }
  const cell = (text: string): string =>
    mode === 'csv' && /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const lines = header ? [columns, ...rows] : rows
  return lines.map((row) => `${row.map(cell).join(mode === 'csv' ? ',' : separator)}\n`).join('')
}
