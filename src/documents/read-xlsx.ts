import readSheets from 'read-excel-file/web-worker'

/** The sheets of a workbook, each as comma-separated lines under its name. Stops after `most` characters. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<string> {
  const sheets = await readSheets(bytes.buffer)
  const parts: string[] = []
  let length = 0
  for (const { sheet, data } of sheets) {
    const lines = [`## ${sheet}`, '']
    // a sheet that is a chart has none
    for (const row of data ?? []) {
      const line = row.map(cell).join(',').replace(/,+$/, '')
      lines.push(line)
      length += line.length + 1
      if (length > most) break
    }
    parts.push(lines.join('\n').trimEnd())
    if (length > most) break
  }
  return parts.join('\n\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = value instanceof Date ? dateOf(value) : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** As a workbook shows it: what is no date as a row of signs; a time of day alone stands before all dates. */
function dateOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return '########'
  // days as fractions: 12:34 is a millisecond before it
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).split('T')
  const short = time.replace(/:00$/, '')
  if (date.getUTCFullYear() < 1900) return short
  return short === '00:00' ? day : `${day} ${short}`
}
