import type { CustomCommand } from 'just-bash/browser'
import type { Outside } from '../outside.ts'

/** Our own commands, each loaded at first use. To add a command, add one file and one line here. */
/** `calledAt`: wall time of the call, ms. */
export const allCommands = (outside: Outside, calledAt: number): CustomCommand[] => [
  { name: 'rm', load: async () => (await import('./rm.ts')).rm },
  { name: 'js', load: async () => (await import('./js.ts')).js(outside) },
  { name: 'node', load: async () => (await import('./js.ts')).js(outside, 'node') },
  { name: 'python3', load: async () => (await import('./python.ts')).python(outside, 'python3') },
  { name: 'python', load: async () => (await import('./python.ts')).python(outside, 'python') },
  { name: 'curl', load: async () => (await import('./curl.ts')).curl(outside) },
  { name: 'tar', load: async () => (await import('./tar.ts')).tar },
  { name: 'zip', load: async () => (await import('./zip.ts')).zip },
  { name: 'unzip', load: async () => (await import('./zip.ts')).unzip },
  { name: 'gzip', load: async () => (await import('./gzip.ts')).gzip },
  { name: 'gunzip', load: async () => (await import('./gzip.ts')).gunzip },
  { name: 'zcat', load: async () => (await import('./gzip.ts')).zcat },
  { name: 'sqlite3', load: async () => (await import('./sqlite3.ts')).sqlite3 },
  { name: 'git', load: async () => (await import('./git.ts')).gitCommand(outside, calledAt) },
]
