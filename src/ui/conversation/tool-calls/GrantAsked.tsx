import { For, type JSX, Show } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { hostOfGrant, hostWords, wordsToAllow } from '../../base/words/grant-words.ts'
import { count, parts, t } from '../../base/words/t.ts'
import { HostName } from './HostName.tsx'
import { LineCount } from './LineCount.tsx'

type Asked = Pick<ToolCall, 'grant' | 'sends' | 'opens'>

/** Permission that a call asks for, and the data that it would send out. */
export function GrantAsked(props: { call: Asked }): JSX.Element {
  return (
    <>
      <Show when={wordsToAllow(props.call)}>
        {(words) => (
          <p class="tool-words">
            {parts('Needs your approval: {what}', {
              what: (
                <strong>
                  <Show when={hostOfGrant(props.call.grant)} fallback={<VisibleText text={words()} />}>
                    {(url) => toHost(props.call, url())}
                  </Show>
                </strong>
              ),
            })}
          </p>
        )}
      </Show>
      <Show when={props.call.sends}>
        {(sends) => (
          <>
            <section aria-label={t('What would be sent')}>
              <pre class="tool-args" tabindex="0">
                <VisibleText text={sends()} />
              </pre>
            </section>
            <LineCount text={sends()} />
            <p class="field-note">
              {t(
                'This part came neither from you nor from a page that was opened. It may contain data from this session.',
              )}
            </p>
          </>
        )}
      </Show>
      <Show when={props.call.opens}>
        {(opens) => (
          <>
            <section aria-label={t('Pages opened')}>
              <ol class="tool-args" tabindex="0" start={opens().count - opens().list.length + 1}>
                <For each={opens().list}>
                  {(address) => (
                    <li>
                      <VisibleText text={address} />
                    </li>
                  )}
                </For>
              </ol>
            </section>
            <p class="field-note">
              {count(
                opens().count,
                '1 page of this site since the session contains private material.',
                '{n} pages of this site since the session contains private material. The choice of pages can reveal that material to the site.',
              )}
            </p>
          </>
        )}
      </Show>
    </>
  )
}

function toHost({ grant, sends, opens }: Asked, url: URL): JSX.Element {
  const host = hostWords(url, <HostName url={url} />)
  if (grant?.startsWith('push:'))
    return (
      <>
        {parts('Send commits to {host}', { host })}
        <VisibleText text={url.pathname} />
      </>
    )
  if (sends !== undefined) return parts('Open, and send to {host}', { host })
  return opens === undefined ? parts('Open pages on {host}', { host }) : parts('Open more pages on {host}', { host })
}
