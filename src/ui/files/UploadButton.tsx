import type { JSX } from 'solid-js'
import Upload from '~icons/lucide/upload'
import { IconButton } from '../base/kit/IconButton.tsx'

/** A button that opens the browser's picker of files. `input`: the name of the picker, which screen readers say. */
export function UploadButton(props: {
  label: string
  input: string
  onPick: (files: File[]) => Promise<unknown>
}): JSX.Element {
  let picker: HTMLInputElement | undefined
  return (
    <>
      <IconButton label={props.label} onClick={() => picker?.click()}>
        <Upload size={18} />
      </IconButton>
      <input
        ref={picker}
        class="unseen"
        type="file"
        multiple
        tabindex="-1"
        aria-label={props.input}
        onChange={(event) => {
          const input = event.currentTarget
          // emptied, so that the same file can be chosen again
          void props.onPick([...(input.files ?? [])]).finally(() => {
            input.value = ''
          })
        }}
      />
    </>
  )
}
