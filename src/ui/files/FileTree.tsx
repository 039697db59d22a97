import './file-tree.css'
import { createMemo, createSignal, type JSX, Show } from 'solid-js'
import { Virtualizer, type VirtualizerHandle } from 'virtua/solid'
import ChevronRight from '~icons/lucide/chevron-right'
import FileText from '~icons/lucide/file-text'
import type { FileEntry } from '../../agent/state.ts'
import { fileSize } from '../base/kit/file-size.ts'
import { VisibleText } from '../base/kit/VisibleText.tsx'
import { t } from '../base/words/t.ts'
import { type TreeLine, treeLines } from './file-tree.ts'

/**
 * The workspace as a `tree`: arrow keys move, open and close folders; Enter shows a file. Only lines near the view are
 * in the page.
 */
export function FileTree(props: {
  files: readonly FileEntry[]
  selected: string | null
  onSelect: (path: string) => void
}): JSX.Element {
  const [closed, setClosed] = createSignal<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = createSignal<string | null>(null)
  let root: HTMLDivElement | undefined
  let list: VirtualizerHandle | undefined
  const lines = createMemo(() => treeLines(props.files, closed()))
  const byPath = createMemo(() => new Map(lines().map((line) => [line.path, line])))
  const paths = createMemo(() => lines().map((line) => line.path))
  const places = createMemo(() => new Map(paths().map((path, place) => [path, place])))
  /** The line that Tab reaches. */
  const current = () => [focused(), props.selected].find((path) => path !== null && byPath().has(path)) ?? paths()[0]

  const setOpen = (path: string, open: boolean): void => {
    const next = new Set(closed())
    if (open) next.delete(path)
    else next.add(path)
    setClosed(next)
  }
  const activate = (line: TreeLine): void => {
    setFocused(line.path)
    if (line.type === 'folder') setOpen(line.path, !line.open)
    else props.onSelect(line.path)
  }
  const focus = (path: string | undefined): void => {
    if (path === undefined) return
    setFocused(path)
    list?.scrollToIndex(places().get(path) ?? 0, { align: 'nearest' })
    focusLine(path, FRAMES)
  }
  /** A line that was far away enters the page in one of the next frames, and can take the focus once it is shown. */
  const focusLine = (path: string, frames: number): void => {
    const line = root?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
    line?.focus({ preventScroll: true })
    if (frames > 0 && focused() === path && (!line || document.activeElement !== line))
      requestAnimationFrame(() => focusLine(path, frames - 1))
  }
  /** The line that Tab reaches stays in the page even when it is scrolled out of sight. */
  const kept = () => {
    const place = places().get(current() ?? '')
    return place === undefined ? [] : [place]
  }
  const onKey = (event: KeyboardEvent, line: TreeLine): void => {
    const at = places().get(line.path) ?? 0
    const handled = keys(event.key, line, at)
    if (handled) event.preventDefault()
  }
  const keys = (key: string, line: TreeLine, at: number): boolean => {
    if (key === 'ArrowDown') focus(paths()[at + 1])
    else if (key === 'ArrowUp') focus(paths()[at - 1])
    else if (key === 'Home') focus(paths()[0])
    else if (key === 'End') focus(paths().at(-1))
    else if (key === 'Enter' || key === ' ') activate(line)
    else if (key === 'ArrowRight' && line.type === 'folder') setOpen(line.path, true)
    else if (key === 'ArrowLeft' && line.type === 'folder' && line.open) setOpen(line.path, false)
    else if (key === 'ArrowLeft') focus(paths().findLast((path) => path !== line.path && line.path.startsWith(path)))
    else return false
    return true
  }
  return (
    <div
      ref={root}
      role="tree"
      aria-label={t('Workspace')}
      class="file-tree"
      // Not by its content, which is fitted to the room there is.
      style={{ height: `${paths().length * LINE_HEIGHT + PADDING}px` }}
    >
      <Virtualizer
        ref={(handle) => {
          list = handle
        }}
        data={paths()}
        itemSize={LINE_HEIGHT}
        keepMounted={kept()}
      >
        {(path) => (
          <Show when={byPath().get(path)}>
            {(line) => (
              <div
                role="treeitem"
                data-path={path}
                data-level={Math.min(line().level, 8)}
                class="tree-line"
                aria-level={line().level}
                aria-setsize={line().of}
                aria-posinset={line().place}
                aria-expanded={asFolder(line())?.open}
                aria-selected={props.selected === path}
                tabIndex={current() === path ? 0 : -1}
                onClick={() => activate(line())}
                onKeyDown={(event) => onKey(event, line())}
              >
                <Show when={asFolder(line())} fallback={<FileText size={15} />}>
                  {(folder) => <ChevronRight size={15} class={folder().open ? 'turned' : ''} />}
                </Show>
                <span class="tree-name">
                  <VisibleText text={line().name} />
                </span>
                <span class="tree-size" aria-hidden="true">
                  {sizeOf(line())}
                </span>
              </div>
            )}
          </Show>
        )}
      </Virtualizer>
    </div>
  )
}

/** Pixels. The usual height of a line, so that the scrollbar is right from the start. */
const LINE_HEIGHT = 28
const PADDING = 16
const FRAMES = 10

const asFolder = (line: TreeLine): Extract<TreeLine, { type: 'folder' }> | undefined =>
  line.type === 'folder' ? line : undefined
const sizeOf = (line: TreeLine): string => (line.type === 'file' ? fileSize(line.file.size) : '')
