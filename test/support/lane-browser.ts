import { type Browser, createProfile, launch } from './launch.ts'

type Lane = { profile: string; browser: Browser }

let lane: Lane | null = null

/**
 * One browser for all test files that run in this process: to start one costs two seconds of processor time. Playwright ends it with
 * the process, and temporary-folder.ts removes its profile. A test that needs an empty profile starts its own browser.
 */
export async function laneBrowser(): Promise<Lane> {
  if (lane?.browser.context.browser()?.isConnected()) return lane
  const profile = lane?.profile ?? createProfile()
  lane = { profile, browser: await launch(profile) }
  return lane
}

/** The lane's browser was killed, and this one was started on its profile. */
export function replaceLaneBrowser(browser: Browser): void {
  if (lane !== null) lane.browser = browser
}
