import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ui = fileURLToPath(new URL('../../../src/ui/', import.meta.url))

it("no component is loaded with Solid's own lazy, which leaves places empty whose neighbour is taken away (src/ui/base/kit/lazy.ts)", () => {
  const names = readdirSync(ui, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  expect(names.length).toBeGreaterThan(50)
  const own = /import \{[^}]*\blazy\b[^}]*\} from 'solid-js'/
  expect(names.filter((name) => own.test(readFileSync(`${ui}${name}`, 'utf8')))).toEqual([])
})
