import { addTotals, NO_TOTALS, type UsageTotals } from '../../../agent/usage-totals.ts'
import type { UsageRow } from '../../../protocol/usage.ts'
import { t } from '../../base/words/t.ts'

/** Sums of usage for a table, a chart and a file. Pure. */

export type Grouping = 'day' | 'month' | 'model' | 'session'
/** `providers`: ids, each once. */
export type UsageLine = UsageTotals & { key: string; name: string; providers: string[] }

const KEYS: Record<Grouping, (row: UsageRow) => [key: string, name: string]> = {
  day: ({ day }) => [day, day],
  month: ({ day }) => [day.slice(0, 7), day.slice(0, 7)],
  model: ({ providerId, model }) => [`${providerId} ${model}`, model],
  session: ({ sessionId, session }) => [sessionId, session ?? t('Deleted session')],
}

/** Days and months: newest first. Models and sessions: by cost, then by tokens. */
export function sumUsage(rows: readonly UsageRow[], by: Grouping): UsageLine[] {
  const lines = new Map<string, UsageLine>()
  for (const row of rows) {
    const [key, name] = KEYS[by](row)
    const line = lines.get(key) ?? { key, name, providers: [], ...totalOf([]) }
    const providers = [...new Set([...line.providers, row.providerId])]
    lines.set(key, { key, name, providers, ...totalOf([line, row]) })
  }
  const isTime = by === 'day' || by === 'month'
  return [...lines.values()].sort((a, b) =>
    isTime ? (a.key < b.key ? 1 : -1) : b.cost - a.cost || b.input + b.output - a.input - a.output,
  )
}

export const totalOf = (rows: readonly UsageTotals[]): UsageTotals => rows.reduce(addTotals, NO_TOTALS)

export type UsageDay = { day: string; cost: number; tokens: number }

/** The last `count` days up to `today`, oldest first, with the usage of each. */
export function lastDays(rows: readonly UsageRow[], today: string, count: number): UsageDay[] {
  const lines = new Map(sumUsage(rows, 'day').map((line) => [line.key, line]))
  const end = Date.parse(`${today}T12:00:00Z`)
  return Array.from({ length: count }, (_, n) => {
    const day = new Date(end - (count - 1 - n) * 86_400_000).toISOString().slice(0, 10)
    const { cost = 0, input = 0, output = 0 } = lines.get(day) ?? {}
    return { day, cost, tokens: input + output }
  })
}

/** A line for each day, session and model. A text that a spreadsheet would run as a formula is escaped. */
export function usageCsv(rows: readonly UsageRow[], providerName: (id: string) => string): string {
  const cell = (value: string | number): string => {
    const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const head =
    'day,session,provider,model,answers,input tokens,cached tokens,output tokens,thinking tokens,cost (USD),without a price'
  const lines = [...rows]
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, session, providerId, model, answers, input, cacheRead, output, reasoning, cost, unpriced }) =>
      [
        day,
        session ?? '',
        providerName(providerId),
        model,
        answers,
        input,
        cacheRead,
        output,
        reasoning,
        cost,
        unpriced,
      ]
        .map(cell)
        .join(','),
    )
  return `${[head, ...lines].join('\r\n')}\r\n`
}
