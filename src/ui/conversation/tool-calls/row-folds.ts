import { createSignal } from 'solid-js'
import type { OpenSession } from '../../base/state/ui-state.ts'
import type { FamilyLine } from '../../base/state/variants.ts'

/**
 * Finished calls shown as one line: blocks `from` to before `to` of the row that has the line, and all of the following
 * rows to `until`. `first`: key of the first call, which names the fold.
 */
export type Fold = { from: number; to: number; first: string; names: string[]; until: number; open: boolean }
/** `inside`: name of the fold that contains the whole row. `hidden`: that fold is closed. */
export type RowFolds = { folds: Fold[]; inside?: string; hidden?: boolean }
export type FoldRow = (session: OpenSession, family: readonly FamilyLine[], n: number) => RowFolds

/** Folding is loaded with the tools of the conversation: it is not in the first load. Null: not loaded yet. */
export const [foldRow, setFoldRow] = createSignal<FoldRow | null>(null)
