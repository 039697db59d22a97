import { countSteps, type RunReport } from '../../base/state/run-report.ts'
import { t } from '../../base/words/t.ts'
import { costWords } from '../../settings/usage/money.ts'

/** One run of several that stand side by side. */
export type NamedRun = RunReport & { name: string; state: string }

/** The figures of each run, a line for each: its name, and its value as the models and tools wrote it. */
export const runLines = (): [label: string, of: (run: NamedRun) => string][] => [
  [t('Model'), ({ models }) => models.join(', ')],
  [t('State'), ({ state }) => state],
  [t('Cost'), (run) => (run.answers === 0 ? '' : costWords({ ...NO_TOKENS, ...run }))],
  [t('Tokens'), ({ input, output }) => String(input + output)],
  [t('Answers'), ({ answers }) => String(answers)],
  [t('Tool calls'), ({ steps }) => String(steps.length)],
  [t('From the recording'), (run) => String(countSteps(run, 'recorded'))],
  [t('Not in the recording'), (run) => String(countSteps(run, 'not-recorded'))],
  [t('Errors'), (run) => String(countSteps(run, 'error'))],
  [t('Time'), ({ ms }) => t('{n} s', { n: (ms / 1000).toFixed(1) })],
]

const NO_TOKENS = { cacheRead: 0, reasoning: 0 }
