import { createResource, type JSX, Show } from 'solid-js'
import { useApp } from '../base/state/app-context.ts'
import { messageOf } from '../base/state/message-of.ts'
import { DiffBox } from '../rendering/DiffBox.tsx'

/** Most characters that are compared; more would take long to compare and longer to read. */
const MOST = 200_000

/** The difference between two versions of a text file. null: the file did not exist. */
export default function VersionDiff(props: { path: string; before: string | null; after: string | null }): JSX.Element {
  const { actions } = useApp()
  const textOf = async (sha: string | null): Promise<string> => {
    const bytes = sha === null ? new Uint8Array() : await actions.blob(sha)
    if (!bytes) throw new Error('The content of this version is missing.')
    const text = new TextDecoder().decode(bytes)
    if (text.length > MOST) throw new Error('Too long to compare here.')
    if (text.includes('\0') || text.includes('\ufffd'))
      throw new Error('Not a text file, so there are no lines to compare.')
    return text
  }
  const [texts] = createResource(
    () => ({ before: props.before, after: props.after }),
    async ({ before, after }) => {
      try {
        return { before: await textOf(before), after: await textOf(after), problem: null }
      } catch (error) {
        return { before: '', after: '', problem: messageOf(error) }
      }
    },
  )
  return (
    <Show when={texts()}>
      {(now) => (
        <Show when={now().problem === null} fallback={<p class="hint">{now().problem}</p>}>
          <DiffBox diff={{ path: props.path, before: now().before, after: now().after }} />
        </Show>
      )}
    </Show>
  )
}
