import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      optional: z.boolean().optional(),
      os: z.array(z.string()).optional(),
    }),
  ),
})
const { packages } = lockSchema.parse(
  JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')),
)

describe('the lockfile', () => {
  // npm writes only what its registry serves for some platforms; elsewhere `npm ci` then fails, and `npm install` leaves the binding out
  it('names the native parts of every platform, so that a clone installs on each', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {}).filter(
        (name) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
      ),
    )
    expect(missing).toEqual([])
  })

  it('says what every package must hash to, but for native parts of other platforms', () => {
    // those that the registry of the machine where the file was written does not serve
    const unproved = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined)
    expect(unproved.filter(([, { optional, os }]) => optional !== true || os === undefined)).toEqual([])
    expect(unproved.length).toBeLessThanOrEqual(32)
  })

  it('names no host, so that any registry will do', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })
})
