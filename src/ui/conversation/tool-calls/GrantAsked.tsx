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
            <Show
              when={hostOfGrant(props.call.grant)}
              fallback={parts('Needs your approval: {what}', {
                what: (
                  <strong>
                    <VisibleText text={words()} />
                  </strong>
                ),
              })}
            >
              {(url) => toHost(props.call, url())}
            </Show>
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
              {t('Neither you nor an opened page contains this text. It may carry data from this session.')}
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
  const host = <strong>{hostWords(url, <HostName url={url} />)}</strong>
  if (grant?.startsWith('push:')) {
    const repository = (
      <>
        {host}
        <VisibleText text={url.pathname} />
      </>
    )
    return parts('Allow Reflexor to send commits to {host}?', { host: repository })
  }
  if (sends !== undefined) return parts('Allow Reflexor to open a page on {host} and send it this?', { host })
  return opens === undefined
    ? parts('Allow Reflexor to open pages on {host}?', { host })
    : parts('Allow Reflexor to open more pages on {host}?', { host })
}
