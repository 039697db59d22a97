import readSheets from 'read-excel-file/web-worker'

/** The sheets of a workbook, each as comma-separated lines under its name. Stops after `most` characters. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<string> {
  const sheets = await readSheets(bytes.buffer)
  const parts: string[] = []
  let length = 0
  for (const { sheet, data } of sheets) {
    const lines = [`## ${sheet}`, '']
    for (const row of data) {
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

const dateOf = (date: Date): string => {
  const iso = date.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ')
}
