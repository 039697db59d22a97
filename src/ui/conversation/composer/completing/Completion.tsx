import { isComposing } from '../../../base/kit/is-composing.ts'
import './completion.css'
import {
  createEffect,
  createMemo,
  createResource,
  createSignal,
  createUniqueId,
  For,
  type JSX,
  on,
  onCleanup,
  Show,
} from 'solid-js'
import { Dynamic } from 'solid-js/web'
import BookOpen from '~icons/lucide/book-open'
import FileText from '~icons/lucide/file-text'
import Plug from '~icons/lucide/plug'
import ScrollText from '~icons/lucide/scroll-text'
import Slash from '~icons/lucide/square-slash'
import type { Prompt } from '../../../../settings/prompts.ts'
import { VisibleText } from '../../../base/kit/VisibleText.tsx'
import { useApp } from '../../../base/state/app-context.ts'
import { useAsk } from '../../../base/state/ask.ts'
import { useMcpOffers } from '../../../base/state/mcp-offers.ts'
import type { OpenSession } from '../../../base/state/ui-state.ts'
import { t } from '../../../base/words/t.ts'
import { blanksOf } from '../../../settings/prompts/blanks.ts'
import { useCommands } from '../../commands/commands.ts'
import type { ServerOffer } from '../from-server/FromServer.tsx'
import type { Begun } from './completion-at.ts'
import type { Offered } from './create-completing.ts'
import { commandOffers, fileOffers, fileWords, type Offer, resourceOffers, skillPath } from './offers.ts'

const ICONS = { prompt: ScrollText, skill: BookOpen, command: Slash, file: FileText, server: Plug }

/**
 * Suggestions for the name that is being typed. The box keeps the focus: arrows move, Enter or Tab takes, Escape
 * closes.
 */
export default function Completion(props: {
  begun: Begun
  session: OpenSession
  onOffered: (offered: Offered | null) => void
  /** Replaces the name with these words. */
  onPut: (words: string) => void
  /** A prompt with blanks was chosen. */
  onFill: (prompt: Prompt) => void
  /** A prompt or a resource of a server was chosen. */
  onServer: (offer: ServerOffer) => void
  onClose: () => void
}): JSX.Element {
  const { actions, state } = useApp()
  const id = createUniqueId()
  const commands = useCommands(() => {
    location.hash = '#/'
  }).here()
  const ask = useAsk()
  const [skills] = createResource(
    () => props.begun.kind === 'command',
    // prompts and commands are offered even if the skills cannot be read
    async () => (await ask({ kind: 'list-skills' }).catch(() => [])).filter(({ on, own }) => on || own),
  )
  const { list: listOffers } = useMcpOffers()
  const [servers] = createResource(async () => await listOffers().catch(() => []))
  const [shared] = createResource(
    () => props.begun.kind === 'file' && props.session.view?.head.project,
    async (id) =>
      (await ask({ kind: 'project-files', id }).catch(() => [])).map(({ path }) => ({ path: `project/${path}` })),
  )
  const [place, setPlace] = createSignal(0)
  let list: HTMLDivElement | undefined
  createEffect(() => {
    if (props.begun.kind === 'file' && props.session.files === null && state.open?.id === props.session.id)
      actions.loadFiles()
  })
  const offers = createMemo(() =>
    props.begun.kind === 'file'
      ? [
          ...fileOffers([...(props.session.files ?? []), ...(shared.latest ?? [])], props.begun.query),
          ...resourceOffers(servers.latest ?? [], props.begun.query),
        ]
      : commandOffers(
          state.preferences.prompts,
          commands,
          props.begun.query,
          skills.latest ?? [],
          servers.latest ?? [],
        ),
  )
  createEffect(
    on(
      () => [props.begun.kind, props.begun.query],
      () => setPlace(0),
      { defer: true },
    ),
  )
  const at = (): number => Math.min(place(), offers().length - 1)
  const take = (offer: Offer | undefined): void => {
    if (offer === undefined) return
    if (offer.type === 'file') return props.onPut(`${fileWords(offer.label)} `)
    if (offer.type === 'skill') return props.onPut(`${t('Use the skill {path}.', { path: skillPath(offer.label) })} `)
    if (offer.type === 'server') {
      props.onPut('')
      return props.onServer(offer.offer)
    }
    const blanks = offer.type === 'prompt' && blanksOf(offer.prompt.text).length > 0
    props.onPut(offer.type === 'prompt' && !blanks ? offer.prompt.text : '')
    if (offer.type === 'command') offer.command.run()
    else if (blanks) props.onFill({ ...offer.prompt })
  }
  const go = (to: number): void => {
    const count = offers().length
    setPlace((to + count) % count)
    list?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (isComposing(event) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'ArrowDown') go(at() + 1)
    else if (event.key === 'ArrowUp') go(at() - 1)
    else if (event.key === 'Enter' || event.key === 'Tab') take(offers()[at()])
    else if (event.key === 'Escape') props.onClose()
    else return false
    return true
  }
  createEffect(() => props.onOffered(offers().length === 0 ? null : { list: id, active: `${id}-${at()}`, onKey }))
  onCleanup(() => props.onOffered(null))
  const name = () => (props.begun.kind === 'file' ? t('Files and resources') : t('Prompts, skills and commands'))
  return (
    <Show when={offers().length > 0}>
      <p class="unseen" aria-live="polite">
        {t('{what}: {n}. Use the arrow keys to choose.', { what: name(), n: offers().length })}
      </p>
      <div class="completion" ref={list} id={id} role="listbox" aria-label={name()} tabindex="-1">
        <For each={offers()}>
          {(offer, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus, and its keys choose
            // biome-ignore lint/a11y/useFocusableInteractive: the box points to it
            <div
              role="option"
              id={`${id}-${index()}`}
              aria-selected={index() === at()}
              onPointerMove={() => setPlace(index())}
              // the box keeps the focus
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(offer)}
            >
              <Dynamic component={ICONS[offer.type]} size={15} />
              <span class="completion-name">
                <VisibleText text={offer.label} />
              </span>
              <span class="completion-words">
                <VisibleText text={offer.words} />
              </span>
            </div>
          )}
        </For>
      </div>
    </Show>
  )
}
