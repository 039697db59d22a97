import { createResource, type Resource } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { t } from '../../base/words/t.ts'

/** `blob`: the source of the text. */
export type PageText = { text: string; blob: string } | { problem: string }

/** Most bytes of a page that is shown. */
const MAX_BYTES = 5 * 1024 * 1024

/** The text of a stored page, or why there is none. */
export function createPageText(blob: () => string | null): Resource<PageText> {
  const { actions } = useApp()
  const [page] = createResource(blob, async (sha): Promise<PageText> => {
    try {
      const bytes = await actions.blob(sha)
      if (!bytes) return { problem: t('The content of this page is missing.') }
      if (bytes.length > MAX_BYTES) return { problem: t('This page is too long to show. Download it to see it.') }
      return { text: new TextDecoder().decode(bytes), blob: sha }
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
