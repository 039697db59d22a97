import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { strToU8, zipSync } from 'fflate'

/**
 * A host of Python packages on this computer, with the app's own list and a few small packages of pure Python, which
 * stand in for those that only the real host has.
 */
export type PackageHost = {
  /** Ends with a slash. */
  url: string
  /** Requested files, in order. */
  requests: string[]
  /** From now on, files do not match the hashes in the list. */
  forge: () => void
  close: () => Promise<void>
}

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The parts of matplotlib, PIL and pandas that the harness calls. */
const PACKAGES: Record<string, Record<string, string>> = {
  tinystats: { 'tinystats/__init__.py': 'def middle(values):\n  return sorted(values)[len(values) // 2]\n' },
  matplotlib: {
    'matplotlib/__init__.py': '',
    'matplotlib/backend_bases.py': 'class FigureManagerBase: pass\n',
    'matplotlib/backends/__init__.py': '',
    'matplotlib/backends/backend_agg.py': 'class FigureCanvasAgg: pass\n',
    'matplotlib/pyplot.py': `import base64, importlib, os
_figures = {}
class Figure:
  def __init__(self): self.axes = []
  def get_axes(self): return self.axes
  def savefig(self, out, **how): out.write(base64.b64decode('${PIXEL}'))
def get_fignums(): return list(_figures)
def figure(number=None):
  number = number or len(_figures) + 1
  return _figures.setdefault(number, Figure())
def plot(*values): figure(1).axes.append(values); return [object()]
def close(one): [_figures.pop(n) for n, f in list(_figures.items()) if f is one]
def show():
  backend = importlib.import_module(os.environ['MPLBACKEND'].removeprefix('module://'))
  assert backend.FigureCanvas.__name__ == 'FigureCanvasAgg'
  backend.show()
`,
  },
  pandas: {
    'pandas/__init__.py': `import csv
class Values(list):
  def tolist(self): return [list(row) for row in self]
class DataFrame:
  def __init__(self, columns, rows): self.columns, self.rows = columns, rows
  @property
  def index(self): return range(len(self.rows))
  @property
  def values(self): return Values(self.rows)
  @property
  def shape(self): return (len(self.rows), len(self.columns))
  def head(self, most): return DataFrame(self.columns, self.rows[:most])
  def to_string(self, max_rows=None): return '\\n'.join(' '.join(map(str, row)) for row in [self.columns, *self.rows])
def read_csv(path):
  first, *rows = csv.reader(open(path))
  return DataFrame(first, rows)
`,
  },
}

function wheelOf(name: string, files: Record<string, string>): Uint8Array {
  const folder = `${name}-1.0.dist-info`
  const all = {
    ...files,
    [`${folder}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`,
    [`${folder}/WHEEL`]: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${folder}/RECORD`]: '',
  }
  return zipSync(Object.fromEntries(Object.entries(all).map(([path, text]) => [path, strToU8(text)])))
}

export async function startPackageHost(): Promise<PackageHost> {
  const list = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('pyodide/pyodide-lock.json'), 'utf8'))
  const files = new Map<string, Uint8Array>()
  for (const [name, contents] of Object.entries(PACKAGES)) {
    const bytes = wheelOf(name, contents)
    const file_name = `${name}-1.0-py3-none-any.whl`
    files.set(file_name, bytes)
    list.packages[name] = {
      ...list.packages.micropip,
      ...{ name, version: '1.0', file_name, depends: [], imports: [name] },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }
  }
  const requests: string[] = []
  let forged = false
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1))
    requests.push(name)
    const bytes = name === 'pyodide-lock.json' ? strToU8(JSON.stringify(list)) : files.get(name)
    response.writeHead(bytes ? 200 : 404, { 'access-control-allow-origin': '*' })
    response.end(bytes && forged && name.endsWith('.whl') ? Buffer.concat([bytes, Buffer.from('x')]) : bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    forge: () => {
      forged = true
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
