import { type Browser, createProfile, launch } from './launch.ts'

type Lane = { profile: string; browser: Browser }

let lane: Lane | null = null

/**
 * One browser for all test files of this process: starting one costs two seconds of CPU time. Playwright ends it with
 * the process, and temporary-folder.ts removes its profile. A test that needs an empty profile starts its own browser.
 */
export async function laneBrowser(): Promise<Lane> {
  if (lane?.browser.context.browser()?.isConnected()) return lane
  const profile = lane?.profile ?? createProfile()
  lane = { profile, browser: await launch(profile) }
  return lane
}

/** Registers the browser that was started on the profile of the killed lane browser. */
export function replaceLaneBrowser(browser: Browser): void {
  if (lane !== null) lane.browser = browser
}
