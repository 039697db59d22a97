import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneAtATime } from './one-at-a-time.ts'

/** `dist`: the published build; `dist-test`: the same with failpoints. */
export type Build = 'dist' | 'dist-test'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', '.build', 'package.json']

/**
 * A private copy of a build, so that a test may add files to it and a concurrent build does not disturb it. Builds
 * first if the sources are newer. Throws if the build fails.
 */
export function copyOfBuild(build: Build): { folder: string; remove: () => void } {
  // parallel test files would write into the same folder
  if (!isUpToDate(build))
    oneAtATime(join(root, 'node_modules', `.building-${build}`), () => isUpToDate(build) || make(build))
  const folder = mkdtempSync(join(tmpdir(), `reflexor-${build}-`))
  cpSync(join(root, build), folder, { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function isUpToDate(build: Build): boolean {
  const index = join(root, build, 'index.html')
  return existsSync(index) && SOURCES.every((name) => newest(join(root, name)) <= statSync(index).mtimeMs)
}

function make(build: Build): void {
  execFileSync('node', ['node_modules/vite/bin/vite.js', 'build', ...(build === 'dist' ? [] : ['--mode', 'test'])], {
    cwd: root,
    stdio: 'pipe',
    env: withoutVitest(),
  })
}

/** Time of the latest change below a path, ms. Compiler caches next to the sources do not count. */
function newest(path: string): number {
  if (!statSync(path).isDirectory()) return path.endsWith('.tsbuildinfo') ? 0 : statSync(path).mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Under Vitest, plugins and Solid build for tests. */
function withoutVitest(): NodeJS.ProcessEnv {
  const { VITEST: _, NODE_ENV: __, ...rest } = process.env
  return rest
}
