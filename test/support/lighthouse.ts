import lighthouse, { Audit, desktopConfig, type Flags, type Result } from 'lighthouse'
import { launch } from 'puppeteer-core'
import { findBrowser, launchArgs } from './find-browser.mjs'

/**
 * Scores from 0 to 1, except `shift`: the sum of layout shifts during loading. `flaws`: what cost a point, by category,
 * as lines. `performanceWith`: the performance score for a given blocking time in ms, since Lighthouse's own includes
 * other load on a busy machine.
 */
export type Judged = {
  accessibility: number
  bestPractices: number
  seo: number
  performance: number
  performanceWith: (blocking: number) => number
  shift: number
  flaws: string[]
}

/** Lighthouse's scores for the first visit of `url`, in a separate browser. Throws if it could not load the page. */
export async function judge(url: string, device: 'mobile' | 'desktop'): Promise<Judged> {
  const { executablePath } = findBrowser()
  if (executablePath === null) throw new Error('No Chromium found')
  const browser = await launch({ executablePath, headless: true, args: launchArgs(), timeout: 90_000 })
  try {
    const page = await browser.newPage()
    const flags: Flags = {
      onlyCategories: ['accessibility', 'best-practices', 'seo', 'performance'],
      skipAudits: ['full-page-screenshot'],
      logLevel: 'error',
    }
    const run = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined, page)
    if (run === undefined) throw new Error('Lighthouse did not judge')
    const { categories, audits, runtimeError } = run.lhr
    if (runtimeError !== undefined) throw new Error(runtimeError.message)
    const score = (name: string): number => categories[name]?.score ?? 0
    return {
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      performance: score('performance'),
      performanceWith: (blocking) => performanceWith(run.lhr, blocking),
      shift: audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY,
      flaws: Object.values(categories).flatMap(({ id, auditRefs }) =>
        auditRefs
          .filter((ref) => ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 1)
          .map((ref) => `${id}: ${ref.id} ${audits[ref.id]?.displayValue ?? ''}`.trim()),
      ),
    }
  } finally {
    await browser.close()
  }
}

/** Lighthouse's own curve for a phone, and its own weights. */
function performanceWith({ categories, audits }: Result, blocking: number): number {
  const refs = categories['performance']?.auditRefs.filter(({ weight }) => weight > 0) ?? []
  const whole = refs.reduce((sum, { weight }) => sum + weight, 0)
  const scoreOf = (id: string): number =>
    id === 'total-blocking-time'
      ? Audit.computeLogNormalScore({ p10: 200, median: 600 }, blocking)
      : (audits[id]?.score ?? 0)
  return refs.reduce((sum, { id, weight }) => sum + weight * scoreOf(id), 0) / whole
}
