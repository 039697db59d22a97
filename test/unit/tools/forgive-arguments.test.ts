import { expect, it } from 'vitest'
import { ALL_TOOLS } from '../../../src/tools/all-tools.ts'
import { diskTools } from '../../../src/tools/disk/disk-tools.ts'
import { forgiven } from '../../../src/tools/forgive-arguments.ts'
import type { Tool } from '../../../src/tools/tool.ts'
import { validateArguments } from '../../../src/tools/validate.ts'

const disk = diskTools({ folder: () => Promise.reject(new Error('no folder')) })
const toolOf = (name: string): Tool => {
  const tool = [...ALL_TOOLS, ...disk].find((each) => each.name === name)
  if (!tool) throw new Error(name)
  return tool
}
const prepared = (name: string, args: Record<string, unknown>): unknown => forgiven(toolOf(name), args)

it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['read_file', { file_path: '/app/src/a.ts' }, { path: 'src/a.ts' }],
  ['read_file', { filePath: './a.ts', offset: '10', limit: 5 }, { path: 'a.ts', from_line: 10, to_line: 14 }],
  ['read_file', { path: 'a', from_line: 0, to_line: null }, { path: 'a', from_line: 1 }],
  ['read_file', { path: '/workspace/a/b/' }, { path: 'a/b' }],
  ['edit_file', { file_path: 'a', old_string: 'x', new_string: 'y' }, { path: 'a', old_text: 'x', new_text: 'y' }],
  [
    'edit_file',
    { path: 'a', edits: '[{"old_string":"x","newString":"y","replace_all":"true"}]' },
    { path: 'a', edits: [{ old_text: 'x', new_text: 'y', replace_all: true }] },
  ],
  ['write_file', { filename: '/x/y.md', contents: 'c' }, { path: 'x/y.md', content: 'c' }],
  ['run_javascript', { script: '1', timeout_ms: '5000' }, { code: '1', timeout_ms: 5000 }],
  ['run_shell', { cmd: 'ls', timeout: 1000 }, { command: 'ls', timeout_ms: 1000 }],
  ['list_files', { path: '/app', depth: '2' }, { folder: '.', depth: 2 }],
  ['search_files', { pattern: 'a|b', path: 'src', regex: 'true' }, { query: 'a|b', folder: 'src', regex: true }],
  ['disk_list', { path: 'src' }, { folder: 'src' }],
  ['disk_search', { pattern: 'x', dir: '/src/' }, { query: 'x', folder: 'src' }],
  ['move_file', { source: 'a', destination: '/b' }, { from: 'a', to: 'b' }],
])('%s understands %j', (name, args, wanted) => {
  expect(prepared(name, args)).toEqual(wanted)
  expect(validateArguments(toolOf(name), wanted).problem).toBeUndefined()
})

it('what a tool has is left as it is, and nothing is renamed over it', () => {
  const args = { path: 'a', old_text: 'x', new_text: 'y' }
  expect(prepared('edit_file', args)).toBe(args)
  expect(prepared('write_file', { path: 'a', file: 'b', content: 'c' })).toEqual({ path: 'a', file: 'b', content: 'c' })
})

it('an error about arguments names the fields that exist', () => {
  expect(validateArguments(toolOf('read_file'), { surprise: 1 }).problem).toMatch(
    /The fields of read_file are: path \(required\), from_line, /,
  )
  expect(validateArguments(toolOf('disk_list'), { depth: 'x' }).problem).toContain(
    'The fields of disk_list are: folder',
  )
})
