import { countSteps, type RunStep } from '../../base/state/run-report.ts'
import { type NamedRun, runLines } from './run-lines.ts'

/** Runs of one task, as a file for people and one for programs, which is English. */

export const asJson = (title: string, runs: readonly NamedRun[]): string =>
  `${JSON.stringify({ format: 'reflexor-runs', version: 1, title, runs: runs.map(figuresOf) }, null, 2)}\n`

const figuresOf = (run: NamedRun) => ({
  ...run,
  toolCalls: run.steps.length,
  fromRecording: countSteps(run, 'recorded'),
  notInRecording: countSteps(run, 'not-recorded'),
  errors: countSteps(run, 'error'),
})

export function asMarkdown(title: string, runs: readonly NamedRun[]): string {
  const row = (cells: readonly (string | number)[]): string => `| ${cells.map(cellOf).join(' | ')} |`
  const table = [
    row(['', ...runs.map(({ name }) => name)]),
    row(['---', ...runs.map(() => '---')]),
    ...runLines().map(([label, of]) => row([label, ...runs.map(of)])),
  ]
  const parts = runs.flatMap((run) => [
    `## ${oneLine(run.name)}`,
    '',
    ...(run.steps.length === 0 ? [] : [...run.steps.map(stepLine), '']),
    fenced(run.result),
    '',
  ])
  return [`# ${oneLine(title)}`, '', ...table, '', ...parts].join('\n')
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
/** A cell ends at a bar and at a newline, whatever a model is called. */
const cellOf = (value: string | number): string => oneLine(String(value)).replace(/[\\|]/g, '\\$&')

const stepLine = ({ tool, args, how }: RunStep, place: number): string =>
  `${place + 1}. ${HOW[how]}: ${code(`${tool} ${args.slice(0, 500)}`)}`
const HOW: Record<RunStep['how'], string> = {
  recorded: 'from the recording',
  'not-recorded': 'not in the recording, nothing done',
  run: 'run',
  error: 'error',
  open: 'open',
}

/** Longer than any run of backticks inside. */
const ticks = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)))
const code = (text: string): string => {
  const line = oneLine(text)
  return `${ticks(line, 1)} ${line} ${ticks(line, 1)}`
}
const fenced = (text: string): string => `${ticks(text, 3)}text\n${text}\n${ticks(text, 3)}`
