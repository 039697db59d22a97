#!/usr/bin/env node
/**
 * Makes the animated picture of the README (`public/screenshots/clip.png`, an APNG) from the built app: the demo works
 * on its task, is reloaded in the middle of a sentence, and continues to its end. Run `npm run build` first.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { ensureBrowser, launchArgs } from './find-browser.mjs'

const SIZE = { width: 840, height: 560 }
/** Milliseconds between two pictures, of the whole clip, and of the still at its end. */
const STEP = 300
const WHOLE = 20_000
const REST = 3000
/** With fewer pictures it is not a clip. */
const LEAST = 25

const root = fileURLToPath(new URL('../..', import.meta.url))
const site = await preview({ root, logLevel: 'silent', preview: { port: 0 } })
const browser = await chromium.launch({
  ...{ executablePath: ensureBrowser().executablePath ?? '', args: launchArgs() },
})
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' })
  /** @type {{ at: number, picture: Buffer }[]} */
  const looks = []
  let looking = true
  // a picture of a page that is still loading is white, and may take until it has loaded
  await page.goto(site.resolvedUrls?.local[0] ?? '')
  await page.getByRole('button', { name: 'Try the demo' }).waitFor()
  const watch = (async () => {
    while (looking) {
      const at = Date.now()
      const picture = await page.screenshot().catch(() => null)
      if (picture !== null && (looks.length === 0 || !picture.equals(looks.at(-1)?.picture ?? Buffer.alloc(0))))
        looks.push({ at, picture })
      await new Promise((resolve) => setTimeout(resolve, STEP))
    }
  })()
  await page.waitForTimeout(1200)
  await page.getByRole('button', { name: 'Try the demo' }).click()
  const status = page.getByRole('status', { name: 'Status', exact: true })
  await status.getByText('Idle').waitFor()
  await page.waitForTimeout(1200)
  await page.getByRole('button', { name: 'Send' }).click()
  // the demo has written its first file
  await page.getByText('itinerary.md').first().waitFor()
  await status.getByText('Writing').waitFor()
  await page.waitForTimeout(600)
  await page.reload()
  await page.getByText('What you saw').waitFor({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Try this with your own model' }).waitFor()
  await page.waitForTimeout(1000)
  looking = false
  await watch
  if (looks.length < LEAST) throw new Error(`Only ${looks.length} pictures: the machine was too busy to look`)
  const end = Date.now()
  const speed = Math.max(1, (end - (looks[0]?.at ?? end)) / (WHOLE - REST))
  const times = looks.map(({ at }, n) => ((looks[n + 1]?.at ?? end) - at) / speed)
  times[times.length - 1] = REST
  const file = await animated(
    looks.map(({ picture }) => picture),
    times,
  )
  writeFileSync(`${root}public/screenshots/clip.png`, file)
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
  console.log(`${looks.length} pictures, ${seconds.toFixed(1)} s, ${(file.length / 1e6).toFixed(2)} MB`)
} finally {
  await browser.close()
  await site.close()
}

/**
 * An APNG of pictures of the same size. Of each picture only its difference from the previous one is kept; a browser
 * crops it.
 * @param {Buffer[]} pictures
 * @param {number[]} times ms
 * @returns {Promise<Buffer>}
 */
async function animated(pictures, times) {
  const page = await browser.newPage()
  /** @type {{ x: number, y: number, width: number, height: number, png: string }[]} */
  const frames = []
  for (const [n, picture] of pictures.entries()) {
    const before = pictures[n - 1]?.toString('base64') ?? null
    frames.push(await page.evaluate(cut, { now: picture.toString('base64'), before }))
  }
  /** @type {Buffer[]} */
  const out = [Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])]
  let order = 0
  for (const [n, { x, y, width, height, png }] of frames.entries()) {
    const chunks = chunksOf(Buffer.from(png, 'base64'))
    if (n === 0) {
      out.push(chunk('IHDR', chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(0)))
      out.push(chunk('acTL', numbers(frames.length, 0)))
    }
    const delay = Buffer.alloc(6)
    delay.writeUInt16BE(Math.min(65_535, Math.round(times[n] ?? 0)), 0)
    delay.writeUInt16BE(1000, 2)
    out.push(chunk('fcTL', Buffer.concat([numbers(order++, width, height, x, y), delay])))
    // a browser compresses for speed
    const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
    const data = deflateSync(inflateSync(packed), { level: 9, memLevel: 9 })
    out.push(n === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(order++), data])))
  }
  return Buffer.concat([...out, chunk('IEND', Buffer.alloc(0))])
}

/**
 * Runs in a page: the part of a picture that differs from the previous one, as a PNG, and its place.
 * @param {{ now: string, before: string | null }} pictures base64
 */
async function cut({ now, before }) {
  /** @param {string} base64 */
  const drawn = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes]))
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('No canvas')
    context.drawImage(picture, 0, 0)
    return { canvas, pixels: new Uint32Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer) }
  }
  const { canvas, pixels } = await drawn(now)
  const { width: wide, height: high } = canvas
  const box = { left: 0, top: 0, right: wide - 1, bottom: high - 1 }
  if (before !== null) {
    const old = (await drawn(before)).pixels
    Object.assign(box, { left: wide, top: high, right: 0, bottom: 0 })
    for (const [at, pixel] of pixels.entries()) {
      if (pixel === old[at]) continue
      const x = at % wide
      const y = (at - x) / wide
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y)
    }
    // no visible difference: one pixel
    if (box.right < box.left) Object.assign(box, { left: 0, top: 0, right: 0, bottom: 0 })
  }
  const [width, height] = [box.right - box.left + 1, box.bottom - box.top + 1]
  const part = new OffscreenCanvas(width, height)
  part.getContext('2d')?.drawImage(canvas, -box.left, -box.top)
  const bytes = new Uint8Array(await (await part.convertToBlob({ type: 'image/png' })).arrayBuffer())
  let binary = ''
  for (let from = 0; from < bytes.length; from += 32_768)
    binary += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  return { x: box.left, y: box.top, width, height, png: btoa(binary) }
}

/** @param {Buffer} png */
function chunksOf(png) {
  const chunks = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))])
}

/** @param {number[]} values */
function numbers(...values) {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * n)
  return bytes
}
