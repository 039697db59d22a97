import type { JSX } from 'solid-js'
import Ellipsis from '~icons/lucide/ellipsis'
import type { SessionItem } from '../../protocol/common.ts'
import { isPrivateSession } from '../../settings/private-session.ts'
import { keepFocus } from '../base/kit/keep-focus.ts'
import { Menu } from '../base/kit/Menu.tsx'
import { sessionHash } from '../base/kit/session-hash.ts'
import { useApp } from '../base/state/app-context.ts'
import { setPastShown } from '../base/state/past-shown.ts'
import { type PlainPhrase, t } from '../base/words/t.ts'
import { useMarks } from './session-marks.ts'

/** Menu of a session in the list. */
export default function SessionMenu(props: {
  session: SessionItem
  onRename: () => void
  onDelete: () => void
}): JSX.Element {
  const { openDialog } = useApp()
  const { has, toggle } = useMarks()
  const mark = (name: 'pinned' | 'archived', on: PlainPhrase, off: PlainPhrase) => ({
    label: t(has(name, props.session) ? off : on),
    run: () => toggle(name, props.session),
  })
  const remove = (): void => {
    const links = [...document.querySelectorAll<HTMLElement>('.session-link')]
    const at = links.findIndex((link) => link.closest('[data-line]')?.getAttribute('data-line') === props.session.id)
    const others = [...links.slice(at + 1), ...links.slice(0, Math.max(at, 0)).reverse()]
    keepFocus(links[at] ?? null, () => others.find((link) => link.isConnected) ?? null)
    props.onDelete()
  }
  /** Nothing of a private session is marked, grouped or sent anywhere. */
  const here = () => [
    { label: t('Rename'), run: () => props.onRename() },
    { label: t('Inspect'), run: () => openDialog({ inspect: props.session.id }) },
    { label: t('End private session'), danger: true, run: remove },
  ]
  return (
    <Menu
      label={t('Actions')}
      beside
      icon={<Ellipsis size={16} />}
      items={
        isPrivateSession(props.session.id)
          ? here()
          : [
              mark('pinned', 'Pin', 'Unpin'),
              { label: t('Rename'), run: () => props.onRename() },
              { label: t('Select and tag'), run: () => openDialog({ organise: props.session.id }) },
              { label: t('Move to project'), run: () => openDialog({ moveSession: props.session.id }) },
              { label: t('Share'), run: () => openDialog({ share: props.session.id }) },
              {
                label: t('Move to another device'),
                run: () => openDialog({ share: props.session.id, handOver: true }),
              },
              {
                label: t('Replay'),
                run: () => {
                  location.hash = sessionHash(props.session.id)
                  setPastShown({ id: props.session.id, seq: null, playing: false })
                },
              },
              { label: t('Save what worked as a skill'), run: () => openDialog({ saveSkill: props.session.id }) },
              { label: t('Inspect'), run: () => openDialog({ inspect: props.session.id }) },
              { label: t('Run again with another model'), run: () => openDialog({ runs: props.session.id }) },
              mark('archived', 'Archive', 'Unarchive'),
              { label: t('Delete'), danger: true, run: remove },
            ]
      }
    />
  )
}
