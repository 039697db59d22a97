import { expect, it } from 'vitest'
import type { Unstamped } from '../../../../src/agent/input.ts'
import type { SignInRecord } from '../../../../src/mcp/oauth/record.ts'
import type { MachineView } from '../../../../src/protocol/machine-view.ts'
import type { REQUESTS, Request, Results } from '../../../../src/protocol/requests.ts'
import { putBlob } from '../../../../src/storage/blobs.ts'
import { mcpSecret, mcpSignInSecret } from '../../../../src/storage/settings/services.ts'
import { putSecret } from '../../../../src/storage/settings/vault.ts'
import { secretCleaner } from '../../../../src/worker/known-secrets.ts'
import { answerRequest } from '../../../../src/worker/requests/requests.ts'
import { said } from '../../../support/said.ts'
import { startSession } from '../../storage/archive-support.ts'
import { CONFIG } from '../../storage/rows.ts'
import { writerDatabase } from '../../storage/support.ts'

const KEY = 'q7Zp-Vault-Key-93kd'
const FORM = 'sk-proj-abcdefghij0123456789XYZ'
const send = (n: number, text: string): Unstamped =>
  said({ type: 'user-send-message', messageId: `m${n}`, content: [{ type: 'text', text }], delivery: 'now' })

async function talked() {
  const { db, epoch } = await writerDatabase()
  await putSecret(db, 'provider', 'https://llm.example', KEY)
  await putSecret(db, 'mcp:one', 'https://mcp.example', JSON.stringify({ Authorization: `Bearer ${KEY}-two` }))
  const { state, commit } = await startSession(db, epoch, 's', CONFIG)
  await commit(send(0, `My keys are ${KEY} and ${FORM}, coded ${btoa(KEY)}, and ${KEY}-two.`))
  await commit(send(1, 'A second message'))
  const bytes = new TextEncoder().encode(`key=${FORM}`)
  const sha = await putBlob(db, bytes as Uint8Array<ArrayBuffer>, 1)
  const file = { path: 'env', from: null, to: sha, size: bytes.length, mediaType: 'text/plain' }
  await commit(said({ type: 'user-change-files', files: [file] }))
  const ask = <Kind extends keyof typeof REQUESTS>(
    kind: Kind,
    args: object = {},
    machine: MachineView | null = null,
  ): Promise<Results[Kind]> =>
    answerRequest(
      { kind, sessionId: 's', ...args } as Request,
      {
        db,
        machine: async () => machine,
      } as never,
    ) as Promise<Results[Kind]>
  return { db, state, commit, sha, ask }
}

it('the journal and every version of it can be looked at, what comes later too; no key is ever among it', async () => {
  const { ask, commit, state } = await talked()
  const whole = await ask('inspect-journal', { after: 0 })
  const { entries, wanted, machine } = whole
  expect(entries.map(({ type }) => type)).toEqual([
    'session-create',
    'user-send-message',
    'user-send-message',
    'user-change-files',
  ])
  expect(machine).toBeNull()
  expect(wanted.map(({ kind }) => kind)).toContain('ask-brain')
  const second = await ask('inspect-version', { seq: entries[1]?.seq ?? 0 })
  expect(second).toMatchObject({ count: 1, status: 'thinking', files: [] })
  expect(await ask('inspect-version', { seq: state().head.seq })).toMatchObject({
    count: 2,
    files: [{ path: 'env' }],
  })
  const input = await ask('inspect-input', { seq: entries[1]?.seq ?? 0 })
  expect(JSON.parse(input)).toMatchObject({ input: { type: 'user-send-message' }, changed: { messages: [{ n: 0 }] } })
  const report = await ask('inspect-report')
  expect(report).not.toContain('second message')
  for (const text of [JSON.stringify([whole, second]), input, report])
    for (const secret of [KEY, FORM, btoa(KEY).slice(0, 20)]) expect(text).not.toContain(secret)
  expect(second.rows[0]?.text).toContain('My keys are [secret] and [secret]')

  await commit(send(2, 'Meanwhile'))
  const later = await ask('inspect-journal', { after: entries.at(-1)?.seq ?? 0 })
  expect(later.entries.map(({ about }) => about)).toEqual(['now: Meanwhile'])

  // how much each commit wrote is worked out here; what went over the wire is cleaned, and is in no report
  const note = { at: 1, type: 'committed' as const, about: `${entries[1]?.seq} user-send-message`, ms: 2 }
  const running = { running: [], notes: [note, { ...note, about: '99 unknown' }], wire: `[{"text":"${KEY}"}]` }
  const noted = (await ask('inspect-journal', { after: 0 }, running)).machine?.notes
  expect(noted?.[0]?.bytes).toBeGreaterThan(1000)
  expect(noted?.[0]?.bytes).toBeLessThan(10_000)
  expect(noted?.[1]).not.toHaveProperty('bytes')
  expect(await ask('inspect-wire', {}, running)).toEqual({
    recorded: false,
    kept: 0,
    exchanges: [{ text: '[secret]' }],
  })
  expect(await ask('inspect-wire')).toEqual({ recorded: false, kept: 0, exchanges: [] })
  expect(await ask('record-wire', { on: true })).toEqual({ recorded: true, kept: 0, exchanges: [] })
  expect(await ask('record-wire', { on: false })).toEqual({ recorded: false, kept: 0, exchanges: [] })
  expect(await ask('inspect-report', {}, running)).not.toMatch(/secret|"wire"/)
  await ask('end-inspect')
  await expect(ask('inspect-report', { sessionId: 'nobody' })).rejects.toThrow('session-gone')
})

it('what is shared has no key in it, in messages and in files, and says how many there were', async () => {
  const { ask, sha } = await talked()
  const contents = await ask('share-contents')
  expect(contents).toMatchObject({ count: 2, own: 2, answers: 0, hidden: 4, files: [{ path: 'env', blob: sha }] })
  const rows = await ask('share-rows', { from: 0 })
  expect(rows).toMatchObject({ rows: [{ n: 0 }, { n: 1 }], next: null })
  const file = await ask('share-text', { sha })
  expect(file).toBe('key=[secret]')
  for (const secret of [KEY, FORM]) expect(JSON.stringify(rows) + file).not.toContain(secret)
})

it('the addresses of an MCP server at which the person has signed in are no secrets; its tokens are', async () => {
  const { db } = await talked()
  const authority = {
    server: 'https://auth.example/tenant-1',
    metadata: {
      issuer: 'https://auth.example/tenant-1',
      authorization_endpoint: 'https://auth.example/Authorize',
      token_endpoint: 'https://auth.example/Token',
      response_types_supported: ['code token ID'],
      scopes_supported: ['Notes.Read.All'],
    },
    resource: 'https://mcp.example/mcp',
  }
  const redirectUrl = 'https://app.example/Reflexor/'
  const info = { client_id: 'Client-Id-1', token_endpoint_auth_method: 'client_secret_post' }
  const client = {
    info: { ...info, client_secret: 'Client-Secret-1' },
    issuer: authority.server,
    redirectUrl,
    typed: true,
  }
  const record: SignInRecord = {
    authority,
    client,
    tokens: { access: 'Access-Token-1', refresh: 'Refresh-Token-1', expiresAt: 12_345_678, scope: 'Notes.Read.All' },
    pending: {
      state: 'State-Pending-1',
      verifier: 'Verifier-Pending-1',
      redirectUrl,
      scope: 'Notes.Write.All',
      authority,
      client,
    },
    finished: 'State-Finished-1',
    wanted: 'Notes.Write.All',
    ended: false,
  }
  const later = { ...record, words: { of_a_later_version: 'Unheard-Of-1' } }
  await putSecret(db, mcpSignInSecret('one'), 'https://mcp.example', JSON.stringify(later))
  // what a person names like a part of that record is a header all the same
  await putSecret(db, mcpSecret('two'), 'https://two.example', JSON.stringify({ resource: 'Header-Secret-1' }))
  const clean = await secretCleaner(db)
  const open = [
    ...Object.values(authority.metadata).flat(),
    authority.resource,
    redirectUrl,
    info.client_id,
    info.token_endpoint_auth_method,
    'Notes.Write.All',
  ].join(' ')
  expect(clean(open)).toBe(open)
  const secrets = [
    'Client-Secret-1',
    'Access-Token-1',
    'Refresh-Token-1',
    'State-Pending-1',
    'Verifier-Pending-1',
    'State-Finished-1',
    'Unheard-Of-1',
    'Header-Secret-1',
  ]
  expect(secrets.map(clean)).toEqual(secrets.map(() => '[secret]'))
})
