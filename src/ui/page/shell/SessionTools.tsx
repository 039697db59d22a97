import type { JSX } from 'solid-js'
import Sliders from '~icons/lucide/sliders-horizontal'
import type { Head } from '../../../agent/head.ts'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { useApp } from '../../base/state/app-context.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import ContextButton from '../../conversation/context/ContextButton.tsx'
import { Announcements } from './Announcements.tsx'

/** In the header of a live session: how full its context is, its options, and what is read aloud about its run. */
export default function SessionTools(props: { session: OpenSession; head: Head; window: number | null }): JSX.Element {
  const { openDialog } = useApp()
  return (
    <>
      <Announcements session={props.session} />
      <ContextButton head={props.head} window={props.window} />
      <IconButton label={t('Session options')} onClick={() => openDialog('session-settings')}>
        <Sliders size={20} />
      </IconButton>
    </>
  )
}
