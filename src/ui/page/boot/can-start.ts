/** Whether the browser gives this page everything the app requires. */
export function canStart(page: Pick<Window, 'localStorage' | 'sessionStorage' | 'isSecureContext'> = window): boolean {
  try {
    // where site data is blocked, even the access throws; plain http has no locks
    return page.localStorage.length + page.sessionStorage.length >= 0 && page.isSecureContext
  } catch {
    return false
  }
}
