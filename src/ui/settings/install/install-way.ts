import type { PlainPhrase } from '../../base/words/t.ts'

/** How to install the app on this device. `installed`: it runs as an app; `none`: this browser can’t install it. */
export type InstallWay = 'button' | 'share' | 'dock' | 'menu' | 'installed' | 'none'

/** Facts about the browser. `touches`: an iPad claims to be a Mac, which has no touch screen. */
export type Platform = { userAgent: string; touches: boolean; asApp: boolean; offers: boolean }

export function installWay({ userAgent, touches, asApp, offers }: Platform): InstallWay {
  if (asApp) return 'installed'
  if (offers) return 'button'
  const isMac = /Macintosh/.test(userAgent)
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && touches)) return 'share'
  if (/Chrom(e|ium)\//.test(userAgent) || /Android/.test(userAgent)) return 'menu'
  return isMac && /Safari\//.test(userAgent) ? 'dock' : 'none'
}

export const wayHere = (offers: boolean): InstallWay =>
  installWay({
    userAgent: navigator.userAgent,
    touches: navigator.maxTouchPoints > 1,
    asApp:
      matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: window-controls-overlay)')
        .matches || (navigator as { standalone?: boolean }).standalone === true,
    offers,
  })

export const WAYS = {
  button: 'Opens in its own window, listed with your apps. The browser then protects its data better.',
  share: 'Open the browser’s Share menu and choose “Add to Home Screen”.',
  dock: 'In Safari’s menu, choose File, then “Add to Dock”.',
  menu: 'If it isn’t installed yet, use the browser’s own menu.',
  installed: 'Installed: this is its own window.',
} as const satisfies Record<Exclude<InstallWay, 'none'>, PlainPhrase>
