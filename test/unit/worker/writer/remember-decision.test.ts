import { expect, it } from 'vitest'
import { isFolderTool } from '../../../../src/settings/folder-tools.ts'
import { ALL_TOOLS } from '../../../../src/tools/all-tools.ts'
import { diskTools } from '../../../../src/tools/disk/disk-tools.ts'
import { scopesOf } from '../../../../src/ui/conversation/tool-calls/decision-scopes.ts'
import { subjectOf } from '../../../../src/worker/writer/remember-decision.ts'
import { Session } from '../../agent/session.ts'

const A = 'origin:https://a.example'
const always = (toolCallId: string) =>
  ({ type: 'user-decide-tool-call', toolCallId, decision: 'approve', scope: 'always' }) as const
const asked = (grants: string[] = []): Session =>
  new Session({ grants }).send('u0').answer('', [{ name: 'pay', grant: A }, 'pay'])
const id = (s: Session, n: number): string => s.calls[n]?.id ?? ''

it('"always" for a site is remembered for the site, not for the tool', () => {
  const s = asked()
  expect(subjectOf(s.state, always(id(s, 0)))).toEqual({ grant: A })
  expect(subjectOf(s.state, always(id(s, 1)))).toEqual({ name: 'pay', hashes: [] })
})
it('once the site is granted, the word is about the tool', () => {
  const s = asked([A])
  expect(subjectOf(s.state, always(id(s, 0)))).toEqual({ name: 'pay', hashes: [] })
})
it('edited arguments are remembered for where they lead', () => {
  const s = asked()
  expect(subjectOf(s.state, { ...always(id(s, 0)), args: '{}', grant: 'origin:https://b.example' })).toEqual({
    grant: 'origin:https://b.example',
  })
  expect(subjectOf(s.state, { ...always(id(s, 0)), args: '{}', grant: null })).toEqual({ name: 'pay', hashes: [] })
  expect(subjectOf(s.state, always('nosuch'))).toBeNull()
})
it('"always" for a linked folder does not hold for a folder that is linked later; a denial does', () => {
  const tools = { disk_write: { repeat: 'once', approval: 'ask', sequential: true } } as const
  const s = new Session({ tools }).send('u0').answer('', ['disk_write'])
  expect(subjectOf(s.state, always(id(s, 0)))).toBeNull()
  expect(subjectOf(s.state, { ...always(id(s, 0)), decision: 'deny' })).toEqual({ name: 'disk_write', hashes: [] })
  expect(scopesOf({ name: 'disk_write' }).map(({ scope }) => scope)).toEqual(['once', 'session'])
  expect(diskTools({ folder: () => Promise.reject() }).filter(({ name }) => !isFolderTool(name))).toEqual([])
  // a server may be named like this
  expect([...ALL_TOOLS.map(({ name }) => name), 'disk__write'].filter(isFolderTool)).toEqual([])
})
it('"always" for a call that has been decided meanwhile is not remembered', () => {
  const s = asked()
  const decided = always(id(s, 1))
  s.put({ ...decided, decision: 'deny', scope: 'once' })
  expect(subjectOf(s.state, decided)).toBeNull()
})
it('"always" is a word on the tool as the session knows it, and as it was granted since, and trust is no part of that', () => {
  const policy = { repeat: 'once', approval: 'ask', sequential: false, hash: 'h1+' } as const
  const tools = { shop__pay: policy, shop__payback: policy }
  const grants = ['changed:shop__pay:h2', 'changed:shop__payback:h3', A]
  const s = new Session({ tools, grants }).send('u0').answer('', ['shop__pay'])
  expect(subjectOf(s.state, always(id(s, 0)))).toEqual({ name: 'shop__pay', hashes: ['h1', 'h2'] })
})
