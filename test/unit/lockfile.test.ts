import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
    }),
  ),
})
const lockOf = (folder: string) => Object.entries(lockSchema.parse(read(`${folder}package-lock.json`)).packages)
const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()),
})
const named = (folder: string): string[] => {
  const { dependencies, devDependencies } = packageSchema.parse(read(`${folder}package.json`))
  return Object.keys({ ...dependencies, ...devDependencies })
}

describe.each([['of the app', ''] as const, ['of the proofs', 'test/'] as const])('the lockfile %s', (_, folder) => {
  const lock = lockOf(folder)
  const paths = new Set(lock.map(([path]) => path))

  // npm writes only what its registry serves for some platforms; elsewhere `npm ci` then fails, and `npm install`
  // leaves the binding out
  it('names the native parts of every platform, so that a clone installs on each', () => {
    // a part stands beside the package that asks for it, or further up
    const found = (path: string, name: string): boolean =>
      paths.has(`${path === '' ? '' : `${path}/`}node_modules/${name}`) ||
      (path !== '' && found(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name))
    const missing = lock.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !found(path, name)),
    )
    expect(missing).toEqual([])
  })

  it('says what every package must hash to', () => {
    expect(lock.filter(([path, { integrity }]) => path !== '' && integrity === undefined)).toEqual([])
  })

  it('names no host, so that any registry will do', () => {
    expect(lock.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })
})

// pdfjs-dist names it among what it can do without; a page has a canvas of its own
it('npm start installs a canvas for Node, 33 MB that nothing uses: taken out of the lockfile by hand, it came back', () => {
  expect(lockOf('').filter(([path]) => path.includes('@napi-rs/canvas'))).toEqual([])
})

it('npm start failed on a fresh clone: building and serving imported a package of the proofs', () => {
  const seen = new Set<string>()
  const visit = (file: URL): void => {
    if (seen.has(file.href)) return
    seen.add(file.href)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import|import\()\s*'([^']+)'/g))
      if (name.startsWith('.')) visit(new URL(name, file))
      else expect([file.pathname, named('test/').includes(name)]).toEqual([file.pathname, false])
  }
  visit(new URL('../../vite.config.ts', import.meta.url))
  expect([...seen].filter((file) => file.includes('/test/'))).toEqual([])
  expect(seen.size).toBeGreaterThan(2)
})

it('a package of the proofs hides one of the app: a test would have another zod than the app it tests', () => {
  const tops = lockOf('test/').flatMap(([path]) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? [])
  expect(tops.filter((name) => !named('test/').includes(name))).toEqual([])
  expect(tops.filter((name) => named('').includes(name))).toEqual([])
  const twice = lockOf('test/').filter(([path]) => /(?:^|\/)node_modules\/(?:vite|vitest)$/.test(path))
  expect(twice).toEqual([])
})
