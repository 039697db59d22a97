import type { LlmMessage, LlmRequest } from './port.ts'

/**
 * What the demo model says. It keeps nothing between two requests: everything follows from the messages, so that asking again after a
 * reload goes on at the right place.
 */

export type DemoTurn = {
  thinking: string
  text: string
  call: { name: string; arguments: Record<string, string> } | null
}

type Step = { name: string; isError: boolean; text: string; path: string }

const OPEN = '- [ ] Passport or identity card'
const DONE = '- [x] Passport or identity card'
const END = 'That was the demo'

/** The next answer for a request. Pure. It knows one task, the suggested one (settings/demo-task.ts), and says so. */
export function nextTurn({ messages, tools }: Pick<LlmRequest, 'messages' | 'tools'>): DemoTurn {
  const offered = new Set(tools.map((tool) => tool.name))
  const task = firstWords(messages)
  if (wasFinished(messages)) return followUp(messages)
  if (!offered.has('write_file') || !offered.has('read_file')) return withoutTools(task)
  const steps = stepsOf(messages)
  const last = steps.at(-1)
  if (last === undefined) return offered.has('list_files') ? look(task) : writeItinerary(task, '')
  if (last.isError) return adapt(last)
  if (last.name === 'list_files')
    return writeItinerary(task, /itinerary\.md|packing-list\.md/.test(last.text) ? 'demo-' : '')
  if (last.name === 'edit_file') return check(last.path)
  if (last.name === 'write_file') {
    const prefix = last.path.startsWith('demo-') ? 'demo-' : ''
    return last.path.endsWith('itinerary.md') ? writePackingList(prefix) : read(last.path)
  }
  const mayTick =
    offered.has('edit_file') && steps.every(({ name }) => name !== 'edit_file') && last.text.includes(OPEN)
  return mayTick ? tick(last.path) : report(last)
}

function look(task: string): DemoTurn {
  const known = /lisbon/i.test(task)
    ? ''
    : ' My script knows one task, three days in Lisbon, so that is what you will see.'
  return {
    thinking:
      'I am the demo model, so this thought was written in advance. The tool calls are real, though: they really run, and what ' +
      'they return decides how I go on. The task needs two files. Before I write anything I should see what is already in the ' +
      'workspace, because it would be rude to overwrite a file that belongs to somebody else.',
    text: `I am a scripted demo, not a language model, but my tool calls are real.${known} First I look at what is in the workspace.`,
    call: { name: 'list_files', arguments: {} },
  }
}

function writeItinerary(task: string, prefix: string): DemoTurn {
  const path = `${prefix}itinerary.md`
  const content = [
    '# Three days in Lisbon',
    '',
    `> ${task}`,
    '',
    '1. **Alfama**: tram 28 early, the castle before noon, fado in the evening',
    '2. **Belém**: the monastery, the tower, custard tarts while they are warm',
    '3. **Sintra**: train at nine, Pena palace first, back along the coast',
    '',
    'Written by the demo model of Reflexor: the words are scripted, the file is real.',
    '',
  ].join('\n')
  return {
    thinking:
      `The name ${path} is free. Three days, three quarters, nothing that needs a car. If the page is closed while I write this, ` +
      'nothing is lost: the machine knows that it waits for me and asks again when you come back. Try it, reload now.',
    text:
      `Now I write the itinerary to \`${path}\`. **Reload this page now**, in the middle of it, if you like to see what nobody else can ` +
      'show: I go on where we were.',
    call: { name: 'write_file', arguments: { path, content } },
  }
}

function writePackingList(prefix: string): DemoTurn {
  const path = `${prefix}packing-list.md`
  const content = [
    '# Packing list',
    '',
    OPEN,
    '- [ ] Shoes for steep, polished cobbles',
    '- [ ] A light jacket: the evenings by the river are windy',
    '- [ ] Charger, a refillable bottle, sunglasses',
    '',
  ].join('\n')
  return {
    thinking:
      'The itinerary is written. The hills and the wind decide what goes into the bag. A checklist is the right form.',
    text: `The itinerary is there. Next comes the packing list, \`${path}\`.`,
    call: { name: 'write_file', arguments: { path, content } },
  }
}

function read(path: string): DemoTurn {
  return {
    thinking:
      'I do not want to rely on my memory of what I meant to write, so I read it back. What counts is what is in the file.',
    text: `Both are written. I read \`${path}\` back, to work with what is really in it.`,
    call: { name: 'read_file', arguments: { path } },
  }
}

function tick(path: string): DemoTurn {
  return {
    thinking:
      'The list is as I expected it. An edit replaces one piece of text with another and fails if the old piece is not there, ' +
      'so it cannot hit the wrong place. I tick off the first line and change nothing else.',
    text: 'The passport is the one thing that nobody forgets twice. I tick it off.',
    call: { name: 'edit_file', arguments: { path, old_text: OPEN, new_text: DONE } },
  }
}

function check(path: string): DemoTurn {
  return {
    thinking: 'The edit went through. One last look, so that my report quotes the file itself and not my intention.',
    text: 'Ticked. I look once more before I report.',
    call: { name: 'read_file', arguments: { path } },
  }
}

function report(last: Step): DemoTurn {
  const quoted = last.text.trim().split('\n').slice(0, 14)
  const ticked = last.text.includes(DONE) ? 'its first line is ticked off' : 'nothing in it is ticked off yet'
  return {
    thinking: 'Everything I need is in the last result. I quote it as it is and say what can be done next.',
    text: [
      `Done. The itinerary and the packing list are in the workspace. This is what \`${last.path}\` says, word for word; ${ticked}:`,
      '',
      '```markdown',
      ...quoted.map((line) => line.replaceAll('```', "'''")),
      '```',
      '',
      '**What you saw**',
      '',
      '1. A model that thought, spoke and called tools, one turn after the other.',
      '2. Files that were really written, read and changed; they are in the *Files* panel.',
      '3. A run that survives a reload in the middle of a sentence.',
      '',
      `${END}: my words come from a script. **Now with your own model**: add a provider in *Settings*.`,
    ].join('\n'),
    call: null,
  }
}

function adapt(failed: Step): DemoTurn {
  const said = failed.text.trim().replace(/\s+/g, ' ').slice(0, 300)
  return {
    thinking: `The tool ${failed.name} did not do what I asked. I will not pretend otherwise: I say so and stop here.`,
    text: [
      `I wanted to use \`${failed.name}\`, and it did not work out. The answer was:`,
      '',
      `> ${said === '' ? '(nothing)' : said}`,
      '',
      'So I leave it at that; whatever was finished before it is still there. A real model would look for another way or ask you.',
      '',
      `${END}: my words come from a script. **Now with your own model**: add a provider in *Settings*.`,
    ].join('\n'),
    call: null,
  }
}

function withoutTools(task: string): DemoTurn {
  return {
    thinking: 'No file tools are offered to me, so I cannot write anything down. I say so.',
    text:
      `You asked: “${task}”. I am a scripted demo, and without tools for files there is nothing that I could really do. ` +
      `${END}: add a provider in *Settings* to work with a real model.`,
    call: null,
  }
}

function followUp(messages: LlmMessage[]): DemoTurn {
  const words = lastWords(messages)
  return {
    thinking: 'My script ends here. The honest thing is to say so, and to say what helps.',
    text: [
      `You wrote: “${words}”. I am a scripted demo, so I cannot really answer that.`,
      '',
      '- **Add a provider** in *Settings* (an API key, or a server on this computer such as Ollama) and ask again.',
      '- Or start a **new session** to see the demo once more.',
      '',
      'Everything from before stays as it is: the conversation, the files, and your message.',
    ].join('\n'),
    call: null,
  }
}

/** The tool calls of the conversation that have a result, in order. */
function stepsOf(messages: LlmMessage[]): Step[] {
  const open: { id: string; name: string; path: string }[] = []
  const steps: Step[] = []
  for (const message of messages) {
    if (message.role === 'assistant')
      for (const call of message.content)
        if (call.type === 'tool-call') open.push({ id: call.id, name: call.name, path: pathIn(call.arguments) })
    if (message.role !== 'tool') continue
    const at = open.findIndex(({ id }) => id === message.id)
    const call = open.splice(at, at < 0 ? 0 : 1)[0]
    const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
    steps.push({ name: message.name, isError: message.isError, text, path: call?.path ?? '' })
  }
  return steps.filter(({ name }) => ['list_files', 'write_file', 'read_file', 'edit_file'].includes(name))
}

function pathIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'path' in value ? String(value.path) : ''
  } catch {
    // a person may have edited the arguments into anything
    return ''
  }
}

function wasFinished(messages: LlmMessage[]): boolean {
  return messages.some(({ role, content }) => role === 'assistant' && textOf(content).includes(END))
}
function firstWords(messages: LlmMessage[]): string {
  return shortened(messages.find(({ role }) => role === 'user'))
}
function lastWords(messages: LlmMessage[]): string {
  return shortened(messages.findLast(({ role }) => role === 'user'))
}
function shortened(message: LlmMessage | undefined): string {
  const line = textOf(message?.content ?? [])
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}
function textOf(content: LlmMessage['content']): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}
