#!/usr/bin/env node
/**
 * The numbers that README.md beside this file tells, measured on the production build in a real Chromium.
 *
 *   npm run bench                 one table
 *   npm run bench -- --json       the figures as JSON, nothing else
 *   npm run bench -- --quick      fewer runs, for work on the bench itself
 *   npm run bench -- --save       keeps the table in last.json: later runs say what changed since by more than the
 * spread
 *   npm run bench -- --only=step  some parts only, by name: step,open (the names stand below)
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { launchChromium } from './chromium.mjs'
import { compare, inWords } from './compare.mjs'
import { benchDevices } from './devices.mjs'
import { benchDurableStep } from './durable-step.mjs'
import { missed, table } from './figures.mjs'
import { benchFirstLoad } from './first-load.mjs'
import { benchHand } from './hand.mjs'
import { benchHours } from './hours.mjs'
import { benchMoorexSection } from './moorex-section.mjs'
import { benchOpening } from './opening.mjs'
import { benchParse } from './parse.mjs'
import { benchReload } from './reload.mjs'
import { benchScrubbing } from './scrubbing.mjs'
import { buildApp, buildPages, serveSite } from './site.mjs'
import { benchStart } from './start.mjs'
import { benchStreaming } from './streaming.mjs'
import { benchTurnBytes } from './turn-bytes.mjs'
import { benchVersions } from './versions.mjs'

const flags = process.argv.slice(2)
const quick = flags.includes('--quick')
const json = flags.includes('--json')
const save = flags.includes('--save')
const last = new URL('last.json', import.meta.url)
const only = flags
  .find((flag) => flag.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
/** @param {string} line */
const log = (line) => process.stderr.write(`bench: ${line}\n`)

/**
 * Each part has a browser and an origin of its own. @typedef {{ context: import('./chromium.mjs').Context, site:
 * string, serve: () => Promise<string>, probe: string, quick: boolean, log: (line: string) => void }} Bench
 */

/**
 * @type {Record<string, (bench: Bench) => Promise<import('./figures.mjs').Section> | import('./figures.mjs').Section>}
 */
const inBrowser = {
  step: benchDurableStep,
  devices: benchDevices,
  turn: benchTurnBytes,
  reload: benchReload,
  versions: benchVersions,
  scrub: benchScrubbing,
  start: benchStart,
  open: benchOpening,
  stream: benchStreaming,
  hand: benchHand,
  hours: benchHours,
}
const outside = { load: benchFirstLoad, parse: benchParse, moorex: benchMoorexSection }
const known = [...Object.keys(inBrowser), ...Object.keys(outside)]
for (const name of only ?? [])
  if (!known.includes(name)) throw new Error(`No part is called ${name}: ${known.join(', ')}`)
/** @param {string} name */
const wanted = (name) => only === undefined || only.includes(name)

if (save && (quick || only !== undefined)) throw new Error('Only a whole table is kept: without --quick and --only.')

const began = performance.now()
const loadBefore = loadavg()[0] ?? 0
buildApp(log)
const pages = await buildPages()
/** @type {import('./figures.mjs').Section[]} */
const sections = []
let version = ''
try {
  if (wanted('load')) sections.push(outside.load())
  for (const [name, part] of Object.entries(inBrowser)) {
    if (!wanted(name)) continue
    log(name)
    /** @type {{ url: string, close: () => Promise<void> }[]} */
    const sites = []
    const browser = await launchChromium()
    version = browser.version
    const serve = async () => {
      const site = await serveSite(pages.folder)
      sites.push(site)
      return site.url
    }
    try {
      const bench = { context: browser.context, site: await serve(), serve, probe: pages.probe, quick, log }
      sections.push(await part(bench))
    } finally {
      await browser.close()
      await Promise.all(sites.map((site) => site.close()))
    }
  }
  if (wanted('parse')) {
    log('parse')
    sections.push(await outside.parse({ quick }))
  }
  if (wanted('moorex')) {
    log('moorex')
    sections.push(await outside.moorex())
  }
} finally {
  pages.remove()
}

const misses = missed(sections)
/** @type {{ date: string, machine: typeof machine, sections: import('./figures.mjs').Section[] } | null} */
const before = existsSync(last) ? JSON.parse(readFileSync(last, 'utf8')) : null
const changes = before === null ? null : compare(sections, before.sections)
const machine = {
  cpu: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
  node: process.version,
  chromium: version,
  loadBefore,
  loadAfter: loadavg()[0] ?? 0,
  seconds: Math.round((performance.now() - began) / 1000),
  quick,
}
if (json) console.log(JSON.stringify({ machine, sections, missed: misses.map(({ what }) => what), changes }, null, 2))
else {
  console.log(table(sections))
  console.log(`\n${machine.cpu}, Node ${machine.node}, Chromium ${machine.chromium}, ${machine.seconds} s.`)
  console.log(
    `Load of the machine (1 min) before ${machine.loadBefore.toFixed(1)}, after ${machine.loadAfter.toFixed(1)}.`,
  )
  console.log(
    misses.length === 0
      ? 'Every bar is held.'
      : `${misses.length} bars MISSED:\n${misses.map(({ what, value, unit, bar }) => `- ${what}: ${value.toFixed(2)} ${unit}, bar ${bar}`).join('\n')}`,
  )
  if (before !== null && changes !== null)
    console.log(
      `\n${inWords(changes, `${before.date.slice(0, 10)} (load ${before.machine.loadBefore.toFixed(1)} to ${before.machine.loadAfter.toFixed(1)})`)}`,
    )
}
if (save) writeFileSync(last, `${JSON.stringify({ date: new Date().toISOString(), machine, sections }, null, 1)}\n`)
