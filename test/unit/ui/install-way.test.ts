import { expect, it } from 'vitest'
import { installWay, type Platform } from '../../../src/ui/settings/install/install-way.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const FIREFOX_MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0'
const FIREFOX_ANDROID = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'

const plain: Platform = { userAgent: CHROME, touches: false, asApp: false, offers: false }

it.each([
  ['a browser that lets the page ask', { offers: true }, 'button'],
  ['one that does not, or not yet', {}, 'menu'],
  ['the app itself', { asApp: true, offers: true }, 'installed'],
  ['an iPhone', { userAgent: IPHONE, touches: true }, 'share'],
  ['an iPad, which says that it is a Mac', { userAgent: SAFARI, touches: true }, 'share'],
  ['Safari on a Mac', { userAgent: SAFARI }, 'dock'],
  ['Firefox on a desk', { userAgent: FIREFOX }, 'none'],
  ['Firefox on a Mac', { userAgent: FIREFOX_MAC }, 'none'],
  ['Firefox on a phone', { userAgent: FIREFOX_ANDROID, touches: true }, 'menu'],
] as const)('how the app is installed: %s', (_, platform, way) => {
  expect(installWay({ ...plain, ...platform })).toBe(way)
})
