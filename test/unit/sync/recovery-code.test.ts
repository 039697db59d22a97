import { expect, test } from 'vitest'
import { encodeRecovery, parseRecovery } from '../../../src/sync/recovery-code.ts'

const recovery = {
  engine: 's3',
  fields: { address: 'https://s3.example.org', bucket: 'reflexor', id: 'AKIDEXAMPLE', secret: 'schlüssel/+=&' },
  vaultKey: Uint8Array.from({ length: 32 }, (_, n) => n * 8),
}

test('a recovery code says all that it was made of, also with line breaks in it', async () => {
  const code = await encodeRecovery(recovery, '')
  expect(code).toMatch(/^reflexor-1-[A-Za-z0-9_-]+$/)
  expect(await parseRecovery(code, '')).toEqual({ type: 'recovery', recovery })
  expect(await parseRecovery(` ${code.replace(/(.{40})/g, '$1\r\n ')} `, '')).toEqual({ type: 'recovery', recovery })
})

test('with a passphrase it says nothing without it', async () => {
  const code = await encodeRecovery(recovery, 'Größe zählt')
  expect(await parseRecovery(code, '')).toEqual({ type: 'passphrase' })
  expect(await parseRecovery(code, 'wrong')).toEqual({ type: 'passphrase' })
  expect(await parseRecovery(code, 'Größe zählt'.normalize('NFD'))).toEqual({ type: 'recovery', recovery })
  expect(Buffer.from(code.slice(11), 'base64url').toString('latin1')).not.toContain('AKIDEXAMPLE')
})

test('a character that is wrong, missing or changed places is found out', async () => {
  const code = await encodeRecovery(recovery, '')
  for (let at = 11; at < code.length; at++) {
    const wrong = code.slice(0, at) + (code[at] === 'A' ? 'B' : 'A') + code.slice(at + 1)
    // the last character may hold bits that mean nothing
    if (at < code.length - 1) expect((await parseRecovery(wrong, '')).type, `at ${at}`).toBe('broken')
    expect((await parseRecovery(code.slice(0, at), '')).type).toBe('broken')
  }
})

test.each([
  '',
  'hello',
  'reflexor-1-',
  'reflexor-1-AAAA',
  'reflexor-1-####',
  'reflexor-9-AAAA',
  `reflexor-1-${'A'.repeat(50_000)}`,
])('%.20s is no recovery code, and why is told', async (text) => {
  const parsed = await parseRecovery(text, '')
  expect(parsed).toMatchObject({
    type: 'broken',
    why: expect.stringMatching(/^(not-a-code|code-newer|code-cut)$/),
  })
})
