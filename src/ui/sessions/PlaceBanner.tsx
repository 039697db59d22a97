import './place-banner.css'
import { type JSX, Match, Show, Suspense, Switch } from 'solid-js'
import type { SessionItem } from '../../protocol/common.ts'
import { lazy } from '../base/kit/lazy.ts'
import { ApartBanner } from './ApartBanner.tsx'
import { ElsewhereBanner } from './ElsewhereBanner.tsx'
import { LostBanner } from './LostBanner.tsx'
import { SyncWaitBanner } from './SyncWaitBanner.tsx'

const TroubleBanner = lazy(() => import('./TroubleBanner.tsx'))

/**
 * State of a session among the person's devices: another device has it, this one has a separate part, it waits for the
 * sync storage, or that storage has a problem.
 */
export default function PlaceBanner(props: { item: SessionItem; waits?: boolean | undefined }): JSX.Element {
  return (
    <>
      <Switch>
        <Match when={props.item.elsewhere}>
          {(place) => <ElsewhereBanner sessionId={props.item.id} place={place()} />}
        </Match>
        <Match when={props.waits}>
          <SyncWaitBanner sessionId={props.item.id} />
        </Match>
        <Match when={props.item.apart}>{(apart) => <ApartBanner sessionId={props.item.id} apart={apart()} />}</Match>
      </Switch>
      <Show when={props.item.lost}>{(much) => <LostBanner item={props.item} much={much()} />}</Show>
      <Show when={props.item.trouble}>
        <Suspense>
          <TroubleBanner item={props.item} />
        </Suspense>
      </Show>
    </>
  )
}
