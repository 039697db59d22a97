import type { EventRules, Verdict } from './events.ts'
import { completed, fieldsOf, textIn, tidyDelta } from './interaction-steps.ts'
import { searchesIn, usageOfInteraction } from './interaction-usage.ts'
import { isRecord } from './is-record.ts'
import { gatherSources, type SourceGatherer, unitsOfBytes, urlCitations } from './sources.ts'

/**
 * The events of Google's Interactions API. They have no comparable numbers (`event_id` is opaque), so they are counted
 * here: repeated streams have the same order. The library loses the content in the start of a step, does not know the
 * output of code, and reports a cancelled run as a finished answer.
 */

type Event = Record<string, unknown>
type Step = {
  type: string
  arguments: unknown
  heard: boolean
  text: string
  before: number
  broken: boolean
  late: Event[]
}

/** Steps that an answer consists of, and steps that are known to concern only Google. */
const STEPS = new Set(['model_output', 'thought', 'function_call', 'code_execution_call', 'code_execution_result'])
const GOOGLES = /^(user_input|(google_search|google_maps|url_context|file_search|mcp_server_tool)_(call|result))$/

export function interactionsEvents(): EventRules {
  const steps = new Map<number, Step>()
  const sources = gatherSources()
  const queries = new Set<unknown>()
  let place = -1
  let begun = false
  let written = 0
  let last: Step | null = null
  let ended: Event | null = null

  const write = (step: Step, text: string): void => {
    if (step.text === '') step.before = written
    else if (last !== step) step.broken = true
    step.text += text
    last = step
    written += text.length
  }

  const start = (index: number, given: Event): Verdict => {
    const { type } = given
    if (steps.has(index)) return 'hold'
    if (typeof type !== 'string' || !STEPS.has(type)) return GOOGLES.test(String(type)) ? 'hold' : 'skip'
    if (type === 'function_call' && typeof given['name'] !== 'string') return 'skip'
    const step: Step = {
      type,
      arguments: given['arguments'],
      heard: false,
      text: '',
      before: 0,
      broken: false,
      late: [],
    }
    steps.set(index, step)
    const event = { event_type: 'step.start', index, step: { type, ...fieldsOf(given) } }
    const words = type === 'model_output' ? textIn(given['content']) : ''
    if (words === '') return { event }
    write(step, words)
    return { before: [event], event: deltaEvent(index, { type: 'text', text: words }) }
  }

  const delta = (index: number, step: Step, given: Event): Verdict => {
    const { type } = given
    if (type === 'text_annotation_delta' || type === 'text_annotation') {
      if (Array.isArray(given['annotations'])) step.late.push(...given['annotations'].filter(isRecord))
      cite(step, sources, new TextEncoder().encode(step.text).length)
      return 'hold'
    }
    const told = tidyDelta(step.type, given)
    if (told === null) return 'hold'
    if (told['type'] === 'text') write(step, String(told['text']))
    if (told['type'] === 'arguments_delta') step.heard = true
    return { event: deltaEvent(index, told) }
  }

  const stop = (index: number, step: Step): Verdict => {
    steps.delete(index)
    cite(step, sources, Infinity)
    const event = { event_type: 'step.stop', index }
    const whole = step.type === 'function_call' && !step.heard && isRecord(step.arguments)
    if (!whole || Object.keys(step.arguments as Event).length === 0) return { event }
    return {
      before: [deltaEvent(index, { type: 'arguments_delta', arguments: JSON.stringify(step.arguments) })],
      event,
    }
  }

  const read = (event: Event): Verdict => {
    const { event_type: type, index, interaction, step, delta: given } = event
    const known = typeof index === 'number' ? steps.get(index) : undefined
    switch (type) {
      case 'interaction.created': {
        if (begun) return 'hold'
        begun = true
        const { id, model } = isRecord(interaction) ? interaction : {}
        return {
          event: {
            event_type: type,
            interaction: { ...(typeof id === 'string' && { id }), ...(typeof model === 'string' && { model }) },
          },
        }
      }
      case 'step.start':
        if (isRecord(step) && step['type'] === 'google_search_call') note(queries, step)
        return typeof index === 'number' && isRecord(step) ? start(index, step) : 'skip'
      case 'step.delta':
        if (isRecord(given) && given['type'] === 'google_search_call') note(queries, given)
        return known !== undefined && isRecord(given) ? delta(index as number, known, given) : 'hold'
      case 'step.stop':
        return known === undefined ? 'hold' : stop(index as number, known)
      case 'interaction.completed':
        ended = isRecord(interaction) ? interaction : {}
        return completed(ended)
      case 'interaction.status_update':
      case 'interaction.in_progress':
      case 'interaction.requires_action':
        return 'hold'
      default:
        return 'skip'
    }
  }

  return {
    read: (event) => {
      if (!isRecord(event)) return { event }
      if (event['event_type'] !== 'interaction.created' || !begun) place++
      const verdict = read(event)
      if (typeof verdict === 'string' || 'failed' in verdict) return verdict
      // events that precede this one get the same number
      const numbered = (each: unknown): object => ({ ...(each as object), sequence_number: place })
      const { before } = verdict
      return { ...verdict, event: numbered(verdict.event), before: before?.map(numbered) }
    },
    found: sources.found,
    searches: () => (ended === null ? null : searchesIn(ended)) ?? queries.size,
    tier: () => ended?.['service_tier'],
    usage: () => (ended === null ? null : usageOfInteraction(ended)),
  }
}

const deltaEvent = (index: number, delta: object): object => ({ event_type: 'step.delta', index, delta })
/** Offsets count bytes of the step's text. A citation whose words have not arrived waits for them. */
function cite(step: Step, sources: SourceGatherer, bytes: number): void {
  step.late = step.late.filter((annotation) => {
    const end = annotation['end_index']
    if (typeof end === 'number' && end > bytes) return true
    for (const page of urlCitations([annotation])) {
      const source = sources.take(page['url'], page['title'])
      if (typeof end === 'number' && !step.broken && step.text !== '')
        sources.cite(source, step.before + unitsOfBytes(step.text, end))
    }
    return false
  })
}

function note(queries: Set<unknown>, { arguments: given }: Event): void {
  const asked = isRecord(given) ? given['queries'] : undefined
  if (Array.isArray(asked)) for (const query of asked) if (query !== '') queries.add(query)
}
