import type { JSX } from 'solid-js'

const DAY = 86_400_000

/** The day on which what follows was said. `at`: wall time in ms. */
export default function DateLine(props: { at: number }): JSX.Element {
  return (
    <p class="date-line">
      <time dateTime={isoOf(props.at)}>{dayInWords(props.at, Date.now())}</time>
    </p>
  )
}

const isoOf = (at: number): string => (Number.isNaN(new Date(at).getTime()) ? '' : new Date(at).toISOString())

function dayInWords(at: number, now: number): string {
  const day = new Date(at)
  if (day.toDateString() === new Date(now).toDateString()) return 'Today'
  if (day.toDateString() === new Date(now - DAY).toDateString()) return 'Yesterday'
  const year = day.getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' as const }
  return day.toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long', ...year })
}
