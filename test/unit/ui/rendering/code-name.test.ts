import { describe, expect, it } from 'vitest'
import { nameOfCode } from '../../../../src/ui/rendering/code-name.ts'
import { worked } from '../../../support/own-time.ts'

describe('the name of a block of code as a file', () => {
  it.each([
    ['ts title="src/a.ts"', '', 'src/a.ts'],
    ["js {file: 'lib/b.js'}", '', 'lib/b.js'],
    ['python filename=app.py {1,3}', '', 'app.py'],
    ['python:src/app.py', '', 'src/app.py'],
    ['src/deep/a.test.ts', '', 'src/deep/a.test.ts'],
    ['js ./a.js', '', 'a.js'],
    ['ts', '// src/c.ts\nconst a = 1', 'src/c.ts'],
    ['', '# File: tool.py\nprint()', 'tool.py'],
    ['html', '<!-- index.html -->\n<p>', 'index.html'],
    ['css', '/* look.css */\np {}', 'look.css'],
    ['Python', 'print()', 'code.py'],
    ['c++', 'int main() {}', 'code.cpp'],
    ['dockerfile', 'FROM x', 'Dockerfile'],
    ['', 'words', 'code.txt'],
    ['zig', 'x', 'code.zig'],
  ])('%j and %j give %s', (info, text, name) => {
    expect(nameOfCode(info, text)).toBe(name)
  })

  it.each([
    ['ts title="../../etc/passwd.ts"', ''],
    ['ts title="/../a.ts"', ''],
    ['ts', '// ../a.ts'],
    ['ts title="a\u202egnp.ts"', ''],
    [`ts title="${'a'.repeat(300)}.ts"`, ''],
    ['ts title="C:\\x.ts"', ''],
    ['__proto__', 'x'],
    ['constructor', 'x'],
  ])('%j leads nowhere else', (info, text) => {
    expect(nameOfCode(info, text)).toMatch(/^(?:code\.(?:ts|txt|constructor)|x\.ts)$/)
  })

  it('is found at once in a hostile line', () => {
    const began = worked()
    nameOfCode(`ts ${'a/'.repeat(50_000)}`, `// ${'a.'.repeat(50_000)}`)
    expect(worked() - began).toBeLessThan(200)
  })
})
