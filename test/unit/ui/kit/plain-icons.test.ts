import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The built page draws Lucide's icons with a component of its own, which knows fewer properties than Lucide's types allow. */
const DRAWN = ['size', 'class', 'fill', 'aria-hidden']

const files = execFileSync('git', ['ls-files', 'src/ui'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.tsx'))

describe('icons', () => {
  it('are given nothing that the built page would not draw', () => {
    const given = new Set<string>()
    for (const file of files) {
      const source = readFileSync(file, 'utf8')
      for (const [, icon] of source.matchAll(/^import (\w+) from 'lucide-solid\/icons\//gm))
        for (const [, properties = ''] of source.matchAll(new RegExp(`<${icon}\\b([^>]*)/>`, 'g'))) {
          expect(properties).not.toContain('{...')
          for (const [, name = ''] of properties.matchAll(/([\w-]+)=/g)) given.add(name)
        }
    }
    // it looks at something
    expect(given).toContain('size')
    expect([...given].filter((name) => !DRAWN.includes(name))).toEqual([])
  })
})
