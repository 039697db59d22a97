import './start-frame.css'
import { createEffect, type JSX, Show } from 'solid-js'
import Menu from '~icons/lucide/menu'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { tabTitle } from '../../base/notifications/news.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'

export type StartProps = { menu: boolean; onMenu: () => void }

/** The page without an open session. `kind`: the class of its column; `mark`: a picture above the heading. */
export function StartFrame(
  props: StartProps & { kind: string; heading: string; mark?: JSX.Element; children: JSX.Element },
): JSX.Element {
  const { route } = useApp()
  createEffect(() => {
    document.title = tabTitle('Reflexor')
  })
  return (
    <div class="start-page">
      <Show when={props.menu}>
        <header class="top-bar">
          <IconButton class="sidebar-toggle" label={t('Show sessions')} onClick={() => props.onMenu()}>
            <Menu size={20} />
          </IconButton>
        </header>
      </Show>
      <div class={props.kind}>
        {props.mark}
        <h1 class="start-heading">{props.heading}</h1>
        <Show when={route().type === 'unknown'}>
          <p role="alert" class="field-error">
            {t('Page not found. Pick a session or start a new one.')}
          </p>
        </Show>
        {props.children}
      </div>
    </div>
  )
}
