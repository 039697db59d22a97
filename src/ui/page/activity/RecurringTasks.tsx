import { createEffect, createResource, createSignal, For, type JSX, on, Show } from 'solid-js'
import type { RecurringView } from '../../../protocol/recurring.ts'
import { Field } from '../../base/kit/Field.tsx'
import { SwitchCard } from '../../base/kit/SwitchCard.tsx'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { actThen, createWork } from '../../base/state/create-work.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { locale } from '../../base/words/language.ts'
import { said } from '../../base/words/said.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { t } from '../../base/words/t.ts'

type Task = Omit<RecurringView, 'next'>

/** The tasks that sessions are given again: what, when next, in which session. Each can be changed and stopped. */
export function RecurringTasks(props: { onOpen: () => void }): JSX.Element {
  const { state } = useApp()
  const ask = useAsk()
  const [list, { refetch }] = createResource(() => ask({ kind: 'list-recurring' }))
  const [edited, setEdited] = createSignal<Task | null>(null)
  createEffect(
    on(
      () => state.preferences,
      () => void refetch(),
      { defer: true },
    ),
  )
  const fresh = (): Task | null =>
    state.open?.phase === 'ready'
      ? { id: crypto.randomUUID(), sessionId: state.open.id, task: '', times: '0 8 * * *', on: true }
      : null
  const titleOf = (id: string): string =>
    sessionTitle(state.sessions?.find((session) => session.id === id)?.title ?? '')
  return (
    <section aria-label={t('Recurring')}>
      <h3>
        {t('Recurring')} <span class="hint">{list.latest?.length ?? 0}</span>
      </h3>
      <Show when={list.error}>
        <p class="field-error">{messageOf(list.error)}</p>
      </Show>
      <ul class="cards" aria-label={t('Recurring tasks')}>
        <For each={list.latest ?? []}>
          {(task) => (
            <TaskCard
              task={task}
              title={titleOf(task.sessionId)}
              onOpen={props.onOpen}
              onEdit={() => setEdited(task)}
              onChange={() => void refetch()}
            />
          )}
        </For>
      </ul>
      <Show
        when={edited()}
        keyed
        fallback={
          <Show when={fresh()}>
            <button type="button" class="button small" onClick={() => setEdited(fresh())}>
              {t('New recurring task')}
            </button>
          </Show>
        }
      >
        {(task) => (
          <TaskForm
            task={task}
            onDone={() => {
              setEdited(null)
              void refetch()
            }}
          />
        )}
      </Show>
    </section>
  )
}

function TaskCard(props: {
  task: RecurringView
  title: string
  onOpen: () => void
  onEdit: () => void
  onChange: () => void
}): JSX.Element {
  const ask = useAsk()
  const work = createWork()
  const act = actThen(work, () => props.onChange())
  const next = (): string => {
    const time = props.task.next
    if (!props.task.on) return t('Paused')
    return time === null
      ? t('Never')
      : t('Next: {time}', {
          time: new Date(time).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' }),
        })
  }
  return (
    <SwitchCard
      name={props.task.task}
      nameClass="ellipsis"
      about={
        <span class="hint">
          {next()} · <code>{props.task.times}</code> ·{' '}
          <a href={sessionHash(props.task.sessionId)} onClick={() => props.onOpen()}>
            {props.title}
          </a>
        </span>
      }
      problem={work.outcome()?.message}
      on={props.task.on}
      busy={work.busy()}
      word={t('On')}
      label={t('Repeat {task}', { task: props.task.task })}
      onSwitch={(box) => void act(() => ask({ kind: 'save-recurring', ...props.task, on: box.checked }))}
    >
      <button
        type="button"
        class="button small"
        aria-label={t('Edit {name}', { name: props.task.task })}
        onClick={() => props.onEdit()}
      >
        {t('Edit')}
      </button>
      <button
        type="button"
        class="button small ghost"
        aria-label={t('Delete {name}', { name: props.task.task })}
        onClick={() => void act(() => ask({ kind: 'stop-recurring', id: props.task.id }))}
      >
        {t('Delete')}
      </button>
    </SwitchCard>
  )
}

function TaskForm(props: { task: Task; onDone: () => void }): JSX.Element {
  const ask = useAsk()
  const work = createWork()
  const [task, setTask] = createSignal(props.task.task)
  const [times, setTimes] = createSignal(props.task.times)
  const save = (): Promise<unknown> =>
    work.run(async () => {
      if (task().trim() === '') return { ok: false, message: t('Enter the task.') }
      await ask({ kind: 'save-recurring', ...props.task, task: task().trim(), times: times().trim() })
      props.onDone()
      return null
    })
  return (
    <form
      class="named-form"
      aria-label={t('Recurring task')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={t('Task')} problem={undefined}>
        {({ id }) => (
          <textarea
            id={id}
            class="input"
            rows="3"
            maxlength="4000"
            ref={(box) => queueMicrotask(() => box.focus())}
            value={task()}
            onInput={(event) => setTask(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field
        label={t('Times (cron)')}
        problem={work.outcome() ? said(work.outcome()?.message ?? '') : undefined}
        hint={t(
          'Minute, hour, day, month, weekday. For example, 0 8 * * * is each day at 8:00, 0 9 * * 1-5 on workdays at 9:00.',
        )}
      >
        {({ id, describedBy, invalid }) => (
          <input
            id={id}
            class="input"
            maxlength="100"
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={times()}
            onInput={(event) => setTimes(event.currentTarget.value)}
          />
        )}
      </Field>
      <p class="hint">
        {t(
          'It runs while Reflexor is open in a tab. What was missed while it was closed runs once when you come back.',
        )}
      </p>
      <div class="row">
        <button type="submit" class="button small primary" disabled={work.busy()}>
          {t('Save')}
        </button>
        <button type="button" class="button small ghost" onClick={() => props.onDone()}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  )
}
