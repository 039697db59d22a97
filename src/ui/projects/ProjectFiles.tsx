import { createEffect, createResource, createSignal, type JSX, on, Show, Suspense } from 'solid-js'
import type { FileChange } from '../../agent/content.ts'
import type { FileEntry } from '../../agent/state.ts'
import type { ProjectFiles as Files } from '../../protocol/projects.ts'
import { useApp } from '../base/state/app-context.ts'
import { useAsk } from '../base/state/ask.ts'
import { createWork } from '../base/state/create-work.ts'
import { useFiles } from '../base/state/files.ts'
import { messageOf } from '../base/state/message-of.ts'
import { said } from '../base/words/said.ts'
import { sentences } from '../base/words/sentences.ts'
import { count, t } from '../base/words/t.ts'
import { gatherFiles } from '../files/dropped.ts'
import { FileTree } from '../files/FileTree.tsx'
import { UploadButton } from '../files/UploadButton.tsx'
import { uploadFiles } from '../files/upload.ts'
import { ProjectFile } from './ProjectFile.tsx'

/** The files that all sessions of a project see: a tree, and the chosen file below it. */
export function ProjectFiles(props: { project: string }): JSX.Element {
  const { actions, state } = useApp()
  const ask = useAsk()
  const { put } = useFiles()
  const work = createWork()
  const [stored, { mutate, refetch }] = createResource(
    () => props.project,
    (id) => ask({ kind: 'project-files', id }),
  )
  const [selected, setSelected] = createSignal<string | null>(null)
  const files = () => entriesOf(stored.latest ?? [])
  const chosen = () => files().find(({ path }) => path === selected())
  // another tab may have changed them: the settings are read again then
  createEffect(
    on(
      () => state.projects,
      () => void refetch(),
      { defer: true },
    ),
  )
  const change = async (changes: FileChange[]): Promise<void> => {
    mutate(await ask({ kind: 'change-project-files', id: props.project, files: changes }))
  }
  const tellOf = (error: unknown): void => actions.notify(messageOf(error))
  const upload = (items: readonly (FileSystemEntry | File)[]): Promise<unknown> =>
    work.run(async (tell) => {
      const gathered = await gatherFiles(items, tell)
      if (gathered.type === 'too-much') return { ok: false, message: gathered.words }
      const written: Promise<void>[] = []
      const changeFiles = (changes: FileChange[]): void => void written.push(change(changes))
      const problem = await uploadFiles(gathered.files, files, { put, changeFiles }, tell)
      await Promise.all(written)
      return problem === null ? null : { ok: false, message: problem }
    })
  return (
    <section
      aria-label={t('Project files')}
      class="project-files"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const items = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? [])
        void upload(items)
      }}
    >
      <div class="row">
        <h3>{t('Project files')}</h3>
        <span class="hint">{count(files().length, '1 file.', '{n} files.')}</span>
        <UploadButton label={t('Upload project files')} input={t('Project files to upload')} onPick={upload} />
      </div>
      <p class="hint">{t('All sessions of the project read and change them, under project/ in their workspace.')}</p>
      <p class="hint" role="status">
        {work.doing() ?? sentences([said(work.outcome()?.message ?? '')])}
      </p>
      <Show when={!stored.error} fallback={<p class="field-error">{messageOf(stored.error)}</p>}>
        <Show when={files().length > 0}>
          <FileTree files={files()} selected={selected()} onSelect={setSelected} />
        </Show>
      </Show>
      <Show when={chosen()}>
        {(file) => (
          <Suspense>
            <ProjectFile file={file()} onChange={(changes) => change(changes).catch(tellOf)} />
          </Suspense>
        )}
      </Show>
    </section>
  )
}

const entriesOf = (files: Files): FileEntry[] => files.map((file) => ({ ...file, seq: 0, timestamp: 0 }))
