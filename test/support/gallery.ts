import '../../src/ui/base/styles/main.css'
import type { FileEntry } from '../../src/agent/state.ts'
import type { McpServerView } from '../../src/protocol/services.ts'
import { startPage } from '../../src/ui/page/boot/start-page.tsx'
import { answerRow, callOf, manyRows, streamingHead, unsettledHead, userRow } from './fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from './fake-worker.ts'

/**
 * The page with a fake worker, for a look by eye: `vite`, then /test/support/gallery.html#/session/<scene>. Not
 * shipped.
 */

const ESSAY = `# Three days in Lisbon

I looked at the weather and the opening hours. Here is the plan; it stays **mostly on foot**, with one tram ride.

## Day 1: Alfama

1. Breakfast at *Pastelaria*, then up to the [castle](https://castelodesaojorge.pt/en/).
2. Lunch near \`Largo das Portas do Sol\`.
   - sardines, if they have them
   - else *bacalhau*
3. Fado in the evening.

> Bring a light jacket: the wind comes from the river after sunset.

| Day | Morning | Evening | Cost |
| --- | --- | --- | ---: |
| 1 | Castle | Fado | 48 € |
| 2 | Belém | Bairro Alto | 35 € |
| 3 | Sintra | Home | 62 € |

\`\`\`ts
type Day = { name: string; stops: string[] }
// the cheapest order of the stops
export const plan = (days: Day[]): number => days.reduce((sum, day) => sum + day.stops.length, 0)
\`\`\`

- [x] itinerary
- [ ] packing list

![a map](https://tracker.example/map.png)`

const fake = makeFakeWorker()
fake.providers = [
  {
    id: 'local',
    kind: 'openai-compatible',
    label: 'localhost:11434',
    baseUrl: 'http://localhost:11434/v1',
    model: 'llama-3',
    models: ['llama-3'],
    createdAt: 1,
    hasKey: false,
  },
]

const thinking = { type: 'thinking' as const, text: 'The person wants a trip plan. First the weather, then the walks.' }
const done = callOf('1.0.0', {
  result: {
    kind: 'ok',
    content: [{ type: 'text', text: 'Wrote notes.md' }],
    details: {
      shape: 'diff',
      path: 'notes.md',
      before: '# Notes\nold line\nsame',
      after: '# Notes\nnew line\nsame\nmore',
    },
    terminate: false,
    timestamp: 1,
  },
})
const pending = callOf('1.0.1', {
  name: 'delete_file',
  args: '{"path":"drafts/old.md"}',
  status: 'pending',
  started: false,
})
const failed = callOf('1.0.2', {
  name: 'read_file',
  args: '{"path":"missing.md"}',
  result: {
    kind: 'error',
    content: [{ type: 'text', text: 'There is no file missing.md' }],
    terminate: false,
    timestamp: 1,
  },
})
const unknown = callOf('1.0.3', {
  name: 'send_mail',
  args: '{"to":"ana@example.org"}',
  status: 'unknown',
  repeat: 'once',
})

add('chat', 'Three days in Lisbon', [
  userRow(0, 'Plan a three-day trip to Lisbon: write the itinerary and a packing list as files.'),
  answerRow(1, '', { content: [thinking, { type: 'text', text: ESSAY }], calls: [done] }),
  userRow(2, 'Make day two cheaper.'),
  answerRow(3, 'Gladly. I swapped the museum for the free viewpoint.\n\nAnything else?'),
])
add('tools', 'Cleaning up old drafts', [
  userRow(0, 'Clean up the drafts, please, and tell Ana.'),
  answerRow(1, 'I will delete one file and write another.', {
    calls: [done, failed, pending, unknown],
    settledAt: null,
  }),
])
Object.assign(fake.sessions.get('tools')?.head ?? {}, unsettledHead(1, 1, [pending, unknown]))
const asking = callOf('1.0.0', {
  name: 'ask_user',
  args: '{"question":"Which day suits you best for Sintra?","choices":["Friday","Saturday"]}',
  status: 'asking',
  question: {
    text: 'Which day suits you best for Sintra? The train is cheaper on weekdays, the palace is open every day.',
    choices: ['Friday', 'Saturday, although the train costs more', 'I do not want to go to Sintra'],
  },
})
const waits = callOf('1.0.1', {
  name: 'wait',
  args: '{"amount":2,"unit":"hours"}',
  status: 'waiting',
  until: Date.now() + 7_200_000,
})
const granted = callOf('1.0.2', {
  name: 'fetch_page',
  args: '{"url":"https://example.org/prices?day=friday"}',
  status: 'pending',
  started: false,
  grant: 'origin:https://example.org',
})
add('asks', 'A question and a wait', [
  userRow(0, 'Book the train to Sintra.'),
  answerRow(1, 'Before I go on, I need a word from you.', { calls: [asking, waits, granted], settledAt: null }),
])
Object.assign(fake.sessions.get('asks')?.head ?? {}, unsettledHead(1, 1, [asking, granted]))
add('stream', 'A running answer', [
  userRow(0, 'Tell me everything.'),
  answerRow(1, '', { status: 'streaming', settledAt: null }),
])
Object.assign(fake.sessions.get('stream')?.head ?? {}, streamingHead(1, 1))
fake.sessions.get('stream')?.queue.push({
  id: 'q1',
  seq: 1,
  timestamp: 1,
  content: [{ type: 'text', text: 'And keep it short, with prices in euros' }],
  delivery: 'steer',
})
add('failed', 'A wrong key', [
  userRow(0, 'Hello?'),
  answerRow(1, 'I was about to sa', {
    status: 'failed',
    failure: { kind: 'bad-key', message: 'The provider rejected the key (401). Check it in Settings.' },
  }),
])
Object.assign(fake.sessions.get('failed')?.head ?? {}, {
  hold: { kind: 'failed', failure: { kind: 'bad-key', message: 'The provider rejected the key.' } },
})
add('long', 'Five thousand messages', manyRows(5000))
add('empty', 'Nothing yet', [])

const step = (n: number, name: string, args: string) => ({ ...done, id: `1.0.${n}`, name, args })
add('steps', 'Steps that are done', [
  userRow(0, 'Tidy up the notes and check the sums.'),
  answerRow(1, 'First I look at what is there.', {
    calls: [
      step(0, 'list_files', '{}'),
      step(1, 'read_file', '{"path":"notes.md"}'),
      step(2, 'edit_file', '{"path":"notes.md"}'),
      step(3, 'edit_file', '{"path":"costs.csv"}'),
      step(4, 'run_javascript', '{"code":"1+1"}'),
    ],
    endedAt: 1_700_000_000_000,
  }),
  {
    ...answerRow(2, '', { calls: [step(5, 'weather__get_forecast', '{"name":"Lisbon"}')] }),
    timestamp: 1_700_000_006_200,
  },
  answerRow(3, 'All sums are right now.'),
])
add('paper', 'Maths and footnotes', [
  userRow(0, 'Explain the quadratic formula.'),
  answerRow(
    1,
    [
      'For $ax^2 + bx + c = 0$ with \\(a \\neq 0\\), at a price of $5 or $10:[^1]',
      '$$\nx = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}\n$$',
      '\\[\n\\sum_{n=1}^{\\infty} \\frac{1}{n^2} = \\frac{\\pi^2}{6}\n\\]',
      '- [x] read\n- [ ] proved',
      '| n | square |\n|---|---:|\n| 2 | 4 |\n| 3 | 9 |',
      '```js\nconst roots = (a, b, c) => [1, -1].map((sign) => (-b + sign * Math.sqrt(b * b - 4 * a * c)) / (2 * a)) // a long line that wants to be wrapped somewhere\n```',
      '[^1]: Only an **example**.',
    ].join('\n\n'),
  ),
])
// the list by days
const DAY = 86_400_000
for (const [place, { head }] of [...fake.sessions.values()].entries())
  head.activeAt = Date.now() - ([0, 0.01, 0.02, 1, 1.2, 3, 5, 20, 60, 500][place % 10] ?? 0) * DAY
for (let n = 0; n < Number(new URLSearchParams(location.search).get('sessions') ?? 0); n++)
  fake.addSession(`more-${n}`, [userRow(0, 'Go')], { title: `Session ${n}`, activeAt: Date.now() - n * 3_600_000 })
fake.preferences = { ...fake.preferences, pinned: ['chat'], archived: ['failed'] }

function add(id: string, title: string, rows: Parameters<FakeWorker['addSession']>[1]): void {
  const session = fake.addSession(id, rows, { title })
  session.files = [
    fileOf('itinerary.md', ESSAY),
    fileOf('packing-list.md', '# Packing\n\n- [ ] light jacket'),
    fileOf('costs.csv', 'Day,What,"Cost, in euros"\n1,Castle,15\n1,"Lunch ""do Sol""",33\n2,Belém,35\n3,Sintra,62'),
    fileOf('plan.py', 'def cost(days):\n    # all of them\n    return sum(day["cost"] for day in days)\n'),
    fileOf('ticket.pdf', '%PDF-1.7\n1 0 obj << /Type /Pages /Count 2 >>\n/Title (Train to Sintra)'),
    fileOf('notes/weather.txt', 'Sunny'),
    fileOf('notes/raw/forecast.json', '{"day": 1, "sun": true}'),
  ]
}

function fileOf(path: string, text: string): FileEntry {
  const bytes = new TextEncoder().encode(text)
  const blob = [...text]
    .reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7)
    .toString(16)
    .padStart(64, '0')
  fake.blobs.set(blob, bytes)
  return { path, blob, size: bytes.length, mediaType: '', seq: 1, timestamp: 1 }
}

const many = fake.sessions.get('long')
if (many) many.files = Array.from({ length: 10_000 }, (_, n) => fileOf(`data/part-${n % 40}/row-${n}.txt`, `Row ${n}`))
const older = fileOf('itinerary.md', ESSAY.replace('48 €', '52 €').replace('Fado in the evening', 'An early night'))
const now = fileOf('itinerary.md', ESSAY)
fake.history = [
  { seq: 1, timestamp: Date.now() - 90_000_000, blob: older.blob, size: older.size, mediaType: '', by: '1.0.0' },
  { seq: 2, timestamp: Date.now() - 60_000, blob: now.blob, size: now.size, mediaType: '', by: null },
]

// a session with all tools, limits and grants
const chat = fake.sessions.get('chat')
if (chat) {
  const policy = { repeat: 'pure', sequential: false } as const
  chat.config.systemPrompt = 'You are a careful travel planner.'
  chat.config.model = { providerId: 'local', model: 'llama-3', thinking: 'low' }
  chat.config.grants = ['origin:https://example.org', 'origin:http://localhost:8080']
  for (const name of ['list_files', 'read_file', 'edit_file', 'delete_file', 'fetch_page', 'run_javascript'])
    chat.config.tools[name] = { ...policy, approval: name === 'delete_file' ? 'ask' : 'allow' }
}

fake.preferences = { ...fake.preferences, grants: ['origin:https://example.org'] }
const ECHO = { name: 'echo', title: 'Echo', description: 'Again.', readOnly: true, idempotent: true, trusted: false }
const server = (name: string, more: Partial<McpServerView>): McpServerView => ({
  id: name,
  name,
  url: `https://mcp.${name}.example/mcp`,
  enabled: true,
  trusted: false,
  createdAt: 1,
  hasHeaders: false,
  signIn: 'none',
  signedInAt: '',
  status: { ok: true, message: 'It works: 1 tool.', at: 1 },
  note: '',
  tools: [ECHO],
  ...more,
})
const refused = (message: string): McpServerView['status'] => ({ ok: false, message, at: 1 })
fake.services.servers = [
  server('weather', {
    trusted: true,
    hasHeaders: true,
    status: refused('It answers, but not to browsers: Access-Control-Allow-Origin is missing.'),
  }),
  server('notes', {
    signIn: 'wanted',
    tools: [],
    status: refused('mcp.notes.example wants a key or a sign-in (401): sign in, or set its header, in Settings > MCP.'),
  }),
  server('tasks', { signIn: 'in', signedInAt: 'https://auth.tasks.example' }),
  server('mail', {
    signIn: 'again',
    signedInAt: 'https://auth.mail.example',
    status: refused('The sign-in at mcp.mail.example has ended. Sign in again in Settings > MCP.'),
  }),
  server('closed', {
    signIn: 'wanted',
    tools: [],
    status: refused('closed.example wants a key or a sign-in (401): sign in, or set its header, in Settings > MCP.'),
  }),
]

const root = document.getElementById('root')
if (root) startPage({ openPort: fake.openPort }).show(root)
Object.assign(window, { fake, stream: streamEssay })

/** Streams the essay `times` times into session "stream", `perSecond` chunks of 12 characters a second. */
async function streamEssay(times: number, perSecond: number): Promise<void> {
  const text = ESSAY.repeat(times)
  let offset = 0
  const chunk = 12
  const each = Math.max(1, Math.round(perSecond / 60))
  while (offset < text.length) {
    const part = text.slice(offset, offset + chunk * each)
    const parts = [{ index: 0, kind: 'text' as const, text: part, offset }]
    fake.send({ type: 'stream', sessionId: 'stream', cut: 1, attempt: 0, start: 1, way: 'asked', parts })
    offset += part.length
    await new Promise((resolve) => setTimeout(resolve, 1000 / 60))
  }
}
