import './from-server.css'
import { createSignal, For, type JSX, onCleanup, Show } from 'solid-js'
import type { ServerOffers } from '../../../../protocol/mcp-offers.ts'
import { Dialog } from '../../../base/kit/Dialog.tsx'
import { Field } from '../../../base/kit/Field.tsx'
import { VisibleText } from '../../../base/kit/VisibleText.tsx'
import { useMcpOffers } from '../../../base/state/mcp-offers.ts'
import { showHidden } from '../../../base/words/hidden-signs.ts'
import { said } from '../../../base/words/said.ts'
import { t } from '../../../base/words/t.ts'

/** A prompt or a resource of a server. */
export type ServerOffer = { serverId: string; server: string } & (
  | { type: 'prompt'; prompt: ServerOffers['prompts'][number] }
  | { type: 'resource'; resource: ServerOffers['resources'][number] }
)

/**
 * Asks a server for a prompt or a resource, once the person presses the button. What it gives becomes attachments: the
 * person looks at them, and the model reads them as data.
 */
export default function FromServer(props: {
  offer: ServerOffer
  /** `removed`: how many invisible characters the texts lost. */
  onGiven: (files: File[], removed: number) => void
  onClose: () => void
}): JSX.Element {
  const { offer } = props
  const { getPrompt, readResource } = useMcpOffers()
  const [values, setValues] = createSignal<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  const args = offer.type === 'prompt' ? offer.prompt.args : []
  const name =
    offer.type === 'prompt' ? offer.prompt.title || offer.prompt.name : offer.resource.title || offer.resource.uri
  const description = offer.type === 'prompt' ? offer.prompt.description : offer.resource.description
  let form: HTMLFormElement | undefined
  let gone = false
  onCleanup(() => {
    gone = true
  })
  const filled = (): Record<string, string> =>
    Object.fromEntries(Object.entries(values()).filter(([, value]) => value.trim() !== ''))
  const ask = async (): Promise<void> => {
    if (busy()) return
    setBusy(true)
    setProblem('')
    try {
      const given =
        offer.type === 'prompt'
          ? await getPrompt(offer.serverId, offer.prompt.name, filled())
          : await readResource(offer.serverId, offer.resource.uri)
      if (gone) return
      const files = given.files.map(
        (file) => new File([file.bytes as Uint8Array<ArrayBuffer>], file.name, { type: file.mediaType }),
      )
      form?.closest('dialog')?.close()
      props.onGiven(files, given.removed)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog label={showHidden(name)} onClose={props.onClose}>
      <form
        ref={form}
        class="from-server"
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <p class="quiet">
          {t('From the MCP server “{server}”. Its text becomes an attachment: look at it before you send it.', {
            server: offer.server,
          })}
        </p>
        <Show when={description !== ''}>
          <p>
            <VisibleText text={description} />
          </p>
        </Show>
        <Show when={offer.type === 'resource' && offer.resource.uri}>
          {(uri) => (
            <p class="from-server-address">
              <VisibleText text={uri()} />
            </p>
          )}
        </Show>
        <For each={args}>
          {(arg, index) => (
            <Field
              label={arg.required ? showHidden(arg.name) : t('{name} (optional)', { name: showHidden(arg.name) })}
              problem={undefined}
              hint={<VisibleText text={arg.description} />}
            >
              {({ id, describedBy }) => (
                <textarea
                  id={id}
                  class="input grows"
                  rows="1"
                  maxlength="4000"
                  required={arg.required}
                  aria-describedby={describedBy}
                  ref={(box) => index() === 0 && queueMicrotask(() => box.focus())}
                  onInput={({ currentTarget: { value } }) => setValues((all) => ({ ...all, [arg.name]: value }))}
                />
              )}
            </Field>
          )}
        </For>
        <Show when={problem()}>
          {(words) => (
            <p class="field-note" data-bad="true" role="alert">
              {said(words())}
            </p>
          )}
        </Show>
        <div class="dialog-foot">
          <button type="submit" class="button primary" aria-disabled={busy()}>
            {busy() ? t('Asking the server…') : t('Attach')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
