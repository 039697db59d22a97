import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { figure } from './figures.mjs'

/** The scripts that page and worker load before they work, by the same script that the checks run. */
export function benchFirstLoad() {
  const script = fileURLToPath(new URL('../support/bundle-size.mjs', import.meta.url))
  const { stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  const figures = [...stdout.matchAll(/^(\w+): ([\d.]+) kB brotli of (\d+)/gm)].map(([, name, size, limit]) =>
    figure(`first load, JS of the ${name}`, [Number(size)], 'kB brotli', {
      bar: { relation: '<=', limit: Number(limit), of: 'kB' },
    }),
  )
  if (figures.length !== 2) throw new Error(`bundle-size said something else: ${stdout}${stderr}`)
  return { title: 'First load', figures }
}
