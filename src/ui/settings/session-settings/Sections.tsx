import { For, type JSX } from 'solid-js'
import { type PlainPhrase, t } from '../../base/words/t.ts'

/** Buttons that lead to the headings of a long dialog. Contract: each is a heading of level 3 in the same dialog. */
export function Sections(props: { headings: readonly PlainPhrase[] }): JSX.Element {
  let nav: HTMLElement | undefined
  const go = (heading: PlainPhrase): void => {
    const all = nav?.closest('dialog')?.querySelectorAll<HTMLElement>('h3') ?? []
    const found = [...all].find((title) => title.textContent === t(heading))
    if (found === undefined) return
    found.scrollIntoView({ block: 'start' })
    // the next Tab is in the section, and a screen reader reads its heading
    found.tabIndex = -1
    found.focus({ preventScroll: true })
  }
  return (
    <nav ref={nav} class="sections" aria-label={t('Sections')}>
      <For each={props.headings}>
        {(heading) => (
          <button type="button" class="button small ghost" onClick={() => go(heading)}>
            {t(heading)}
          </button>
        )}
      </For>
    </nav>
  )
}
