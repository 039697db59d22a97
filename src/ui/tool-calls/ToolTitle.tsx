import AppWindow from 'lucide-solid/icons/app-window'
import Bell from 'lucide-solid/icons/bell'
import BookOpen from 'lucide-solid/icons/book-open'
import Brain from 'lucide-solid/icons/brain'
import Clock from 'lucide-solid/icons/clock'
import Code from 'lucide-solid/icons/code-xml'
import FileSearch from 'lucide-solid/icons/file-search'
import Globe from 'lucide-solid/icons/globe'
import Pencil from 'lucide-solid/icons/pencil'
import Trash from 'lucide-solid/icons/trash'
import Wrench from 'lucide-solid/icons/wrench'
import type { JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { VisibleText } from '../kit/VisibleText.tsx'
import { type ToolIcon, toolWords } from './tool-words.ts'

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

/** What a call is called for people, with its sign. */
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
