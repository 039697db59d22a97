import type { JSX } from 'solid-js'
import Sliders from '~icons/lucide/sliders-horizontal'
import type { Head } from '../../../agent/head.ts'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import ContextButton from '../../conversation/context/ContextButton.tsx'

/** In the header of a live session: how full its context is, and its options. */
export default function SessionTools(props: { head: Head; window: number | null }): JSX.Element {
  const { openDialog } = useApp()
  return (
    <>
      <ContextButton head={props.head} window={props.window} />
      <IconButton label={t('Session options')} onClick={() => openDialog('session-settings')}>
        <Sliders size={20} />
      </IconButton>
    </>
  )
}
