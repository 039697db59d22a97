import { createSignal } from 'solid-js'
import type { FamilyLine } from '../branches/variants.ts'
import type { OpenSession } from '../state/ui-state.ts'

/**
 * Calls that are done, and are shown as one line: places `from` to before `to` among the blocks of the row that has the line, and all of the
 * rows behind it to `until`. `first`: the key of the first call, which names it.
 */
export type Fold = { from: number; to: number; first: string; names: string[]; until: number; open: boolean }
/** `inside`: what names the fold that the row as a whole is part of. `hidden`: and it is closed. */
export type RowFolds = { folds: Fold[]; inside?: string; hidden?: boolean }
export type FoldRow = (session: OpenSession, family: readonly FamilyLine[], n: number) => RowFolds

/** What folds comes with the tools of the conversation: it is no part of the first load. Null: it is not there yet. */
export const [foldRow, setFoldRow] = createSignal<FoldRow | null>(null)
