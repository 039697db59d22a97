import { createMemo, createResource, type Resource } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { t } from '../../base/words/t.ts'
import { type PageBundle, parseBundle } from './page-bundle.ts'

/** `blob`: the source of the text. `bundle`: the page with its files, if it needs some. */
export type PageText = { text: string; blob: string; bundle: PageBundle | null } | { problem: string }

/** Most bytes of a page that is shown. */
const MAX_BYTES = 5 * 1024 * 1024

/** The text of a stored page, or why there is none. */
export function createPageText(source: () => { blob: string; bundle?: string | undefined }): Resource<PageText> {
  const { actions } = useApp()
  // a new object for the same page would load it again
  const wanted = createMemo(source, undefined, {
    equals: (one, other) => one.blob === other.blob && one.bundle === other.bundle,
  })
  const [page] = createResource(wanted, async ({ blob, bundle: files }): Promise<PageText> => {
    try {
      const [bytes, bundle] = await Promise.all([actions.blob(blob), files === undefined ? null : actions.blob(files)])
      if (!bytes) return { problem: t('The content of this page is missing.') }
      if (bytes.length > MAX_BYTES) return { problem: t('This page is too long to show. Download it to see it.') }
      const whole = bundle && parseBundle(new TextDecoder().decode(bundle))
      if (files !== undefined && !whole) return { problem: t('The content of this page is missing.') }
      return { text: new TextDecoder().decode(bytes), blob, bundle: whole }
    } catch (error) {
      return { problem: messageOf(error) }
    }
  })
  return page
}

export const textOf = (page: PageText | undefined): string | undefined =>
  page && 'text' in page ? page.text : undefined
export const problemOf = (page: PageText | undefined): string | undefined =>
  page && 'problem' in page ? page.problem : undefined
