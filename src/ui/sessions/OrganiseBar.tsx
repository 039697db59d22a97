import { createMemo, createSignal, type JSX, onCleanup, Show } from 'solid-js'
import TagIcon from '~icons/lucide/tag'
import type { SessionItem } from '../../protocol/common.ts'
import { isComposing } from '../base/kit/is-composing.ts'
import { Menu } from '../base/kit/Menu.tsx'
import { saveFile } from '../base/kit/save-file.ts'
import { useApp } from '../base/state/app-context.ts'
import { createWork } from '../base/state/create-work.ts'
import { deletedOf, sayToMany } from '../base/state/many-sessions.ts'
import { useTakeHome } from '../base/state/take-home.ts'
import { familyOf } from '../base/state/variants.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { said } from '../base/words/said.ts'
import { sentences } from '../base/words/sentences.ts'
import { count, t } from '../base/words/t.ts'
import { exportWords } from '../settings/data/export-words.ts'
import { archivedWith, pinnedAgain } from './archiving.ts'
import { livingTags, withTag } from './tags.ts'

/** Actions on the chosen sessions: one press each, with the outcome shown below, and Undo. */
export function OrganiseBar(props: {
  chosen: readonly SessionItem[]
  archived: boolean
  onDone: () => void
}): JSX.Element {
  const app = useApp()
  const { actions, state } = app
  const takeHome = useTakeHome()
  const work = createWork()
  const [naming, setNaming] = createSignal(false)
  const [undo, setUndo] = createSignal<{ message: string; back: () => void } | null>(null)
  const families = () => props.chosen.map(familyOf)
  const none = () => props.chosen.length === 0 || work.busy()
  const living = createMemo(() => livingTags(state.preferences.tags, state.sessions ?? []))
  // offer Undo after this dialog has closed, too
  onCleanup(() => {
    const done = undo()
    if (done) actions.notify(done.message, done.back)
  })
  let foot: HTMLDivElement | undefined
  /** The focused element is about to be removed. */
  const focusTags = (): void => foot?.querySelector<HTMLElement>('.organise-acts button')?.focus()
  const run = (act: Parameters<typeof work.run>[0], words = ''): void => {
    setUndo(null)
    void work.run(act, words)
  }
  const tagAll = (name: string, on: boolean): void =>
    run(async () => {
      const before = state.preferences.tags
      const n = props.chosen.length
      const had = new Set(before.find((tag) => tag.name === name)?.sessions)
      const changed = families().filter((family) => had.has(family) !== on)
      const tagged = (wanted: boolean, some: readonly string[]): Promise<boolean> =>
        actions.setPreferences({ tags: withTag(state.preferences.tags, name, some, wanted, state.sessions ?? []) })
      if (!(await tagged(on, changed))) return null
      const values = { name: showHidden(name) }
      const message = on
        ? count(n, 'Tagged 1 session “{name}”.', 'Tagged {n} sessions “{name}”.', values)
        : count(n, 'Removed “{name}” from 1 session.', 'Removed “{name}” from {n} sessions.', values)
      setUndo({ message, back: () => void tagged(!on, changed) })
      return { ok: true, message }
    })
  const tags = () => [
    ...living().map(({ name, sessions }) => {
      const has = new Set(sessions)
      const on = !families().every((family) => has.has(family))
      const label = on
        ? t('Add “{name}”', { name: showHidden(name) })
        : t('Remove “{name}”', { name: showHidden(name) })
      return { label, run: () => tagAll(name, on) }
    }),
    { label: t('New tag…'), run: () => setNaming(true) },
  ]
  const archive = (): void =>
    run(async () => {
      const pinned = [...state.preferences.pinned]
      const moved = new Set(families())
      const isIn = props.archived
      if (!(await actions.setPreferences(archivedWith(state.preferences, moved, !isIn)))) return null
      const back = (): void =>
        void actions.setPreferences({
          ...archivedWith(state.preferences, moved, isIn),
          pinned: pinnedAgain(pinned, state.preferences.pinned, moved),
        })
      props.onDone()
      const message = props.archived
        ? count(moved.size, '1 session is back in the list.', '{n} sessions are back in the list.')
        : count(moved.size, 'Archived 1 session.', 'Archived {n} sessions.')
      setUndo({ message, back })
      return { ok: true, message }
    })
  const withVariants = (): { id: string; family: string }[] => {
    const wanted = new Set(families())
    return (state.sessions ?? [])
      .filter((one) => one.deletedAt === null && wanted.has(familyOf(one)))
      .map((one) => ({ id: one.id, family: familyOf(one) }))
  }
  const restore = async (ids: readonly string[]): Promise<void> => {
    await sayToMany(app, ids, { type: 'user-restore-session' }, () => {})
    actions.notify(t('Restored.'))
  }
  // its end is shown by a notice, as when one session is deleted: it outlives this dialog, and so does its Undo
  const remove = (): void =>
    run(async (tell) => {
      const all = withVariants()
      const ids = all.map(({ id }) => id)
      const progress = (n: number): void => tell(t('{n} of {all}', { n, all: ids.length }))
      await sayToMany(app, ids, { type: 'user-delete-session' }, progress)
      const deleted = await deletedOf(app, ids)
      const gone = new Set(deleted)
      const whole = new Set(all.map(({ family }) => family)).size
      const left = new Set(all.filter(({ id }) => !gone.has(id)).map(({ family }) => family)).size
      if (state.open !== null && gone.has(state.open.id)) location.hash = '#/'
      if (left === 0) props.onDone()
      const words = [
        whole > left ? count(whole - left, 'Deleted 1 session.', 'Deleted {n} sessions.') : '',
        left > 0 ? t('{n} couldn’t be deleted.', { n: left }) : '',
      ]
      actions.notify(sentences(words), deleted.length > 0 ? () => void restore(deleted) : null)
      return null
    })
  const exportAll = (): void =>
    run(async () => {
      const exported = await takeHome(withVariants().map(({ id }) => id))
      saveFile(exported.file as Blob, exported.name)
      return { ok: true, message: exportWords(exported) }
    }, t('Exporting…'))
  return (
    <div ref={foot} class="organise-foot">
      <Show when={naming()}>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault()
            if (none()) return
            const name = new FormData(event.currentTarget).get('name')
            setNaming(false)
            focusTags()
            if (typeof name === 'string' && name.trim() !== '') tagAll(name.trim().slice(0, 40), true)
          }}
        >
          <input
            class="input"
            name="name"
            aria-label={t('Name of the tag')}
            placeholder={t('Name of the tag')}
            maxlength="40"
            autocomplete="off"
            ref={(box) => queueMicrotask(() => box.focus())}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              // keep the dialog open
              event.preventDefault()
              if (isComposing(event)) return
              setNaming(false)
              focusTags()
            }}
          />
          <button type="submit" class="button small primary" aria-disabled={none()}>
            {t('Add')}
          </button>
        </form>
      </Show>
      <p class="hint" role="status" aria-label={t('Done')}>
        {work.doing() ?? said(work.outcome()?.message ?? '')}
        <Show when={undo()}>
          {(done) => (
            <button
              type="button"
              class="button small ghost"
              onClick={() => {
                done().back()
                setUndo(null)
                work.say(null)
                focusTags()
              }}
            >
              {t('Undo')}
            </button>
          )}
        </Show>
      </p>
      <div class="row organise-acts">
        <Menu label={t('Tags')} icon={<TagIcon size={17} />} items={tags()} off={none()} />
        <Act words={props.archived ? t('Unarchive') : t('Archive')} off={none()} onPress={archive} />
        <Act words={t('Export')} off={none()} onPress={exportAll} />
        <Act words={t('Delete')} off={none()} danger onPress={remove} />
      </div>
    </div>
  )
}

/** `off`: a press does nothing. The button keeps the focus then, and while it works. */
function Act(props: { words: string; off: boolean; danger?: boolean; onPress: () => void }): JSX.Element {
  return (
    <button
      type="button"
      class="button small"
      classList={{ danger: props.danger === true }}
      aria-disabled={props.off}
      onClick={() => props.off || props.onPress()}
    >
      {props.words}
    </button>
  )
}
