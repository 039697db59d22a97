/**
 * Whether the page is inside a frame of another origin. A page can’t set `frame-ancestors`, so a foreign site could
 * frame the app and lead clicks onto "Approve". When true, start nothing and show only the reason (cannot-start.ts).
 */
export function refusesFrame(page: Pick<Window, 'self' | 'parent' | 'top' | 'location'> = window): boolean {
  if (page.self === page.top) return false
  const ancestors = page.location.ancestorOrigins
  if (ancestors) return Array.from(ancestors).some((origin) => origin !== page.location.origin)
  try {
    // without ancestorOrigins (Firefox): reading another origin's location throws
    return page.top?.location.origin !== page.location.origin || page.parent.location.origin !== page.location.origin
  } catch {
    return true
  }
}
