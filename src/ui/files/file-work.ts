import { saveFile } from '../base/kit/save-file.ts'
import { useApp } from '../base/state/app-context.ts'
import { createWork, type Work } from '../base/state/create-work.ts'
import { useFiles } from '../base/state/files.ts'
import { t } from '../base/words/t.ts'

/** Work on many files at once, one job at a time. Problems become a notice. */
export type FileWork = {
  /** Words for the current job; null: none. */
  doing: () => string | null
  /** Into the workspace of the session that is open now. */
  upload: (items: readonly (FileSystemEntry | File)[]) => Promise<void>
  /** All files of the open session as one zip. */
  downloadAll: () => Promise<void>
}

export function useFileWork(): FileWork {
  const { state, actions } = useApp()
  const { putHere: put } = useFiles()
  const work = createWork()
  const run = async (words: string, act: Parameters<Work['run']>[0]): Promise<void> => {
    const problem = await work.run(act, words)
    if (problem !== null) actions.notify(problem.message)
  }
  return {
    doing: work.doing,
    upload: async (items) => {
      if (items.length === 0) return
      if (work.busy()) return actions.notify(t('Wait until the previous files are saved.'))
      await run(t('Checking…'), async (tell) => {
        const { uploadItems } = await import('./upload-items.ts')
        const message = await uploadItems(items, state, { put, changeFiles: actions.changeFiles }, tell)
        return message === null ? null : { ok: false, message }
      })
    },
    downloadAll: () =>
      run(t('Packing…'), async () => {
        const { zipFiles } = await import('./zip-files.ts')
        const { file: zip, missing } = await zipFiles(state.open?.files ?? [], actions.blob)
        saveFile(zip, 'files.zip')
        const message = t('Content missing for these files: {paths}', { paths: missing.join(t(', ')) })
        return missing.length === 0 ? null : { ok: false, message }
      }),
  }
}
