import { expect, it } from 'vitest'
import { sharedWords } from '../../../../src/ui/home/shared-words.ts'

it('what another app shares stands in the box once, however often it says it; a sign-in is not shared', () => {
  const of = (parts: Record<string, string>): string | null => sharedWords(`?${new URLSearchParams(parts)}`)
  expect(sharedWords('')).toBe(null)
  expect(of({ title: ' ', text: '' })).toBe(null)
  expect(of({ title: 'A page', text: 'https://x.example/a', url: 'https://x.example/a' })).toBe(
    'A page\n\nhttps://x.example/a',
  )
  expect(of({ title: 'A page', text: 'A page https://x.example/a' })).toBe('A page https://x.example/a')
  expect(of({ text: 'a'.repeat(30_000) })).toHaveLength(20_000)
  expect(of({ text: 'x', state: 'y' })).toBe(null)
})
