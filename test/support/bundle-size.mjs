#!/usr/bin/env node
/**
 * Checks two budgets of `dist/`. First load: the scripts that the page, and the worker, load before they work, with all
 * static imports and the inlined code, brotli-compressed. Precache: the files that the service worker fetches on a
 * first visit. What a first visit fetches in total, and when: test/e2e/first-visit.test.ts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { parseSync } from 'vite'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

/** @param {string} file @param {Set<string>} [seen] */
function withStaticImports(file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const node of parseSync(file, readFileSync(file, 'utf8')).program.body) {
    const imports =
      node.type === 'ImportDeclaration' ||
      node.type === 'ExportNamedDeclaration' ||
      node.type === 'ExportAllDeclaration'
    if (imports && node.source) withStaticImports(join(dirname(file), String(node.source.value)), seen)
  }
  return seen
}

/** @param {string | Buffer} code */
const compressed = (code) => brotliCompressSync(code).length

const html = readFileSync(join(dist, 'index.html'), 'utf8')
const pageScripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map((match) => join(dist, match[1] ?? ''))
// the worker's own script, and what it loads at once
const workerScripts = readdirSync(join(dist, 'assets'))
  .filter((name) => /^(worker|part-first)-[\w-]{7}\.js$/.test(name))
  .map((name) => join(dist, 'assets', name))

const inline = [...html.matchAll(/<script>([^<]+)<\/script>/g)].map(([, code]) => code ?? '')

const budgets = [
  { name: 'page', scripts: pageScripts, inline, limit: 72 },
  { name: 'worker', scripts: workerScripts, inline: [], limit: 100 },
]
for (const { name, scripts, inline, limit } of budgets) {
  if (scripts.length === 0) throw new Error(`The build has no script for the ${name}`)
  const files = [...scripts.reduce((seen, script) => withStaticImports(script, seen), new Set())]
  const parts = [...files.map((file) => readFileSync(file)), ...inline]
  const size = parts.reduce((sum, code) => sum + compressed(code), 0) / 1000
  const verdict = size <= limit ? 'ok' : 'OVER BUDGET'
  console.log(
    `${name}: ${size.toFixed(1)} kB brotli of ${limit} (${verdict}): ${files.map((file) => basename(file)).join(', ')}`,
  )
  if (size > limit) process.exitCode = 1
}

const MOST_FILES = 60
const listed = readFileSync(join(dist, 'service-worker.js'), 'utf8').match(/"url":"/g)?.length ?? 0
if (listed === 0) throw new Error('The service worker has no list of files')
console.log(`service worker: ${listed} files of ${MOST_FILES} (${listed <= MOST_FILES ? 'ok' : 'TOO MANY'})`)
if (listed > MOST_FILES) process.exitCode = 1
