import type { JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import AppWindow from '~icons/lucide/app-window'
import Bell from '~icons/lucide/bell'
import BookOpen from '~icons/lucide/book-open'
import Brain from '~icons/lucide/brain'
import Clock from '~icons/lucide/clock'
import Code from '~icons/lucide/code-xml'
import FileSearch from '~icons/lucide/file-search'
import Globe from '~icons/lucide/globe'
import Pencil from '~icons/lucide/pencil'
import Trash from '~icons/lucide/trash'
import Wrench from '~icons/lucide/wrench'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { type ToolIcon, toolWords } from '../../base/words/tool-words.ts'

const ICONS: Record<ToolIcon, typeof Wrench> = {
  read: BookOpen,
  write: Pencil,
  find: FileSearch,
  delete: Trash,
  code: Code,
  page: AppWindow,
  web: Globe,
  person: Bell,
  wait: Clock,
  memory: Brain,
  tool: Wrench,
}

/** Readable name of a call, with its icon. */
export default function ToolTitle(props: { name: string; done: boolean }): JSX.Element {
  const words = () => toolWords(props.name)
  return (
    <>
      <Dynamic component={ICONS[words().icon]} size={15} />
      <span class="tool-name" title={props.name}>
        <VisibleText text={props.done ? words().done : words().label} />
      </span>
    </>
  )
}
