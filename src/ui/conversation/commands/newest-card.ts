/** Cards that wait for the person, then the newest message. */
const WAITING =
  '.tool-card:is([data-state="Needs approval"], [data-state="Unknown outcome"]), .tool-card:has(.tool-question)'

/** Moves the focus to the newest card that waits for the person; if there is none, to the newest message. */
export function toNewestCard(): void {
  const log = document.querySelector('[role="log"]')
  const newest =
    [...(log?.querySelectorAll<HTMLElement>(WAITING) ?? [])].at(-1) ??
    [...(log?.querySelectorAll<HTMLElement>('article.message:not([hidden])') ?? [])].at(-1)
  if (newest === undefined) return
  newest.tabIndex = -1
  newest.focus()
}

/** Moves the focus back to the message box. */
export const toMessageBox = (): void => document.querySelector<HTMLElement>('.composer-box textarea')?.focus()
