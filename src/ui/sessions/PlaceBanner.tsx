import './place-banner.css'
import { type JSX, Match, Switch } from 'solid-js'
import type { SessionItem } from '../../protocol/common.ts'
import { ApartBanner } from './ApartBanner.tsx'
import { ElsewhereBanner } from './ElsewhereBanner.tsx'
import { SyncWaitBanner } from './SyncWaitBanner.tsx'

/** How a session stands among the devices of this person: another one has it, this one alone has a part of it, or it waits for their storage. */
export default function PlaceBanner(props: { item: SessionItem; waits?: boolean | undefined }): JSX.Element {
  return (
    <Switch>
      <Match when={props.item.elsewhere}>
        {(place) => <ElsewhereBanner sessionId={props.item.id} place={place()} />}
      </Match>
      <Match when={props.waits}>
        <SyncWaitBanner sessionId={props.item.id} />
      </Match>
      <Match when={props.item.apart}>{(apart) => <ApartBanner sessionId={props.item.id} apart={apart()} />}</Match>
    </Switch>
  )
}
