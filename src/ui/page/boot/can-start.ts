/** Whether the browser gives this page what the app cannot be without. */
export function canStart(page: Pick<Window, 'localStorage' | 'sessionStorage' | 'isSecureContext'> = window): boolean {
  try {
    // where data of sites is blocked the very asking throws; over plain http there are no locks
    return page.localStorage.length + page.sessionStorage.length >= 0 && page.isSecureContext
  } catch {
    return false
  }
}
