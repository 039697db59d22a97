import { createResource, For, type JSX, Show, Suspense } from 'solid-js'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useApp } from '../../base/state/app-context.ts'
import type { Recovered } from '../../base/state/recover-drafts.ts'
import { count, t } from '../../base/words/t.ts'
import { leftOutWords } from './left-out-words.ts'
import { dropWaiting, type Waiting, whatWaits } from './what-waits.ts'

/**
 * Says, as long as there is no model, what waits for the box of the start page. `recovered`: drafts found after a kill.
 */
export default function SharedWaits(props: { recovered: Recovered }): JSX.Element {
  const { actions, drafts } = useApp()
  // dropped content that was restored is in the box
  let dropped = false
  const [waiting, { mutate, refetch }] = createResource(
    () => props.recovered,
    (recovered) => whatWaits(drafts, dropped ? NOTHING : recovered),
  )
  const leftOut = (): string[] => leftOutWords(waiting.latest?.files ?? [])
  const drop = (all: Waiting): void => {
    const putBack = dropWaiting(drafts, all, dropped ? NOTHING : props.recovered)
    dropped = true
    mutate({ files: [], attached: [], texts: [] })
    actions.notify(
      t('Discarded.'),
      () =>
        void putBack().then(refetch, (error: unknown) =>
          console.error('What was dropped could not be put back', error),
        ),
    )
    // the focus was lost with the button
    document.getElementById('main')?.focus()
  }
  return (
    <Suspense>
      <div role="status" aria-label={t('Waiting content')} class="shared-waits hint">
        <Show when={waiting()}>
          {(all) => (
            <>
              <Show when={wordsOf(all()) || leftOut().length > 0}>
                <p>
                  {wordsOf(all())}{' '}
                  <button type="button" class="button small ghost" onClick={() => drop(all())}>
                    {t('Discard')}
                  </button>
                </p>
              </Show>
              <For each={leftOut()}>
                {(sentence) => (
                  <p>
                    <VisibleText text={sentence} />
                  </p>
                )}
              </For>
            </>
          )}
        </Show>
      </div>
    </Suspense>
  )
}

const NOTHING: Recovered = { newer: null, settled: [], others: [] }

function wordsOf({ files, attached, texts }: Waiting): string {
  const n = files.filter(({ left }) => left === null).length + attached.length
  const text = texts.length
  if (n === 0 && text === 0) return ''
  if (n === 0)
    return count(
      text,
      'Your text is saved. It goes into the message box once you have a model.',
      '{n} texts are saved. They appear at the message box once you have a model.',
    )
  if (text === 0)
    return count(
      n,
      '1 file is saved. It goes into the message box once you have a model.',
      '{n} files are saved. They go into the message box once you have a model.',
    )
  if (text === 1)
    return count(
      n,
      '1 file and a text are saved. They go into the message box once you have a model.',
      '{n} files and a text are saved. They go into the message box once you have a model.',
    )
  return count(
    n,
    '1 file and {text} texts are saved. They appear at the message box once you have a model.',
    '{n} files and {text} texts are saved. They appear at the message box once you have a model.',
    { text },
  )
}
