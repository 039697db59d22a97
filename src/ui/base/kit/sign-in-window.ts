import { t } from '../words/t.ts'

/** Where a page that asks the person sends them back to: this app, under whatever path it is hosted. */
export const redirectUrl = (): string => location.origin + location.pathname.replace(/index\.html$/, '')

/** Opens a window that cannot reach this page; null: the browser opened none. */
export function openWindow(): Window | null {
  const opened = window.open('', '_blank', 'popup,width=520,height=720')
  if (opened === null) return null
  // otherwise the site could navigate this page
  opened.opener = null
  opened.document.title = t('Sign in')
  opened.document.body.textContent = t('Asking the server where to sign in…')
  return opened
}
