import { For, type JSX } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import { BatchDecision } from './BatchDecision.tsx'
import ToolCard from './ToolCard.tsx'

/** The calls of one answer that wait for the person, in one card. */
export default function BatchCard(props: {
  cut: number
  calls: readonly ToolCall[]
  progress: Readonly<Record<string, string>>
}): JSX.Element {
  return (
    <BatchDecision calls={props.calls} of={`${props.cut}`}>
      <For each={props.calls}>{(call) => <ToolCard call={call} progress={props.progress[call.id]} />}</For>
    </BatchDecision>
  )
}
