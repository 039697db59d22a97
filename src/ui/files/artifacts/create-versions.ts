import { type Accessor, createMemo, createResource } from 'solid-js'
import type { ArtifactVersion } from '../../../agent/artifact-version.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useFiles } from '../../base/state/files.ts'
import { messageOf } from '../../base/state/message-of.ts'

/** A content that was shown, once or several times in a row. */
type Version = { calls: string[]; blob: string; title: string; bundle?: string | undefined }

type Reading = { versions: Version[] } | { problem: string }

/**
 * Versions of the page at `path` in the conversation, oldest first; read again when a call that shows it comes or goes.
 * undefined: not known yet.
 */
export function createVersions(sessionId: string, path: string): Accessor<Reading | undefined> {
  const { state } = useApp()
  const { artifacts } = useFiles()
  // Calls in the loaded rows: new ones are always among them.
  const showings = createMemo(() =>
    Object.values(state.open?.id === sessionId ? state.open.rows : {})
      .flatMap((row) => (row.role === 'assistant' ? row.calls : []))
      .flatMap(({ id, result }) => (result?.details?.shape === 'artifact' && result.details.path === path ? [id] : []))
      .join(' '),
  )
  const [reading] = createResource(
    () => ({ showings: showings() }),
    async (): Promise<Reading> => {
      try {
        return { versions: inRow(await artifacts(sessionId, path)) }
      } catch (error) {
        return { problem: messageOf(error) }
      }
    },
  )
  return () => reading.latest
}

function inRow(showings: readonly ArtifactVersion[]): Version[] {
  const versions: Version[] = []
  for (const { callId, blob, title, bundle } of showings) {
    const last = versions.at(-1)
    if (last?.blob === blob && last.bundle === bundle) {
      last.calls.push(callId)
      last.title = title
    } else versions.push({ calls: [callId], blob, title, bundle })
  }
  return versions
}
