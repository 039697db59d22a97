import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { onePath } from '../../../.build/icons.ts'

/** What src/ui/base/kit/Icon.tsx draws. Types let any attribute with a hyphen through. */
const DRAWN = ['size', 'class', 'fill']

const files = execFileSync('git', ['ls-files', 'src/ui'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.tsx'))

describe('icons', () => {
  it('are given nothing that is not drawn', () => {
    const given = new Set<string>()
    for (const file of files) {
      const source = readFileSync(file, 'utf8')
      for (const [, icon] of source.matchAll(/^import (\w+) from '~icons\/lucide\//gm))
        for (const [, properties = ''] of source.matchAll(new RegExp(`<${icon}\\b([^>]*)/>`, 'g'))) {
          expect(properties).not.toContain('{...')
          for (const [, name = ''] of properties.matchAll(/([\w-]+)=/g)) given.add(name)
        }
    }
    // it looks at something
    expect(given).toContain('size')
    expect([...given].filter((name) => !DRAWN.includes(name))).toEqual([])
  })

  it('are drawn as one path: a ring, a rounded box and a path that is relative to where it begins', () => {
    const body =
      '<g fill="none"><circle cx="11" cy="8" r="3"/><rect width="6" height="4" x="1" y="2" rx="1"/><path d="m5 6l1 1"/></g>'
    expect(onePath(body)).toBe(
      'M8 8a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M2 2h4a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1zM0 0m5 6l1 1',
    )
    expect(() => onePath('<ellipse rx="1"/>')).toThrow('ellipse')
  })
})
