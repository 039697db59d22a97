import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foundIn, freePort, until } from './store-process.mjs'

/** Apache with mod_dav over a folder, as Debian packages it. */
export const INSTALL = 'apt-get install --no-install-recommends apache2'
const MODULES = '/usr/lib/apache2/modules'
/** What it needs, in this order. */
const NEEDED = ['mpm_event', 'authz_core', 'dav', 'dav_fs']

/** Commands and modules that are not there. */
export const missing = () => [
  ...(foundIn('apache2') ? [] : ['apache2']),
  ...NEEDED.map((name) => `mod_${name}.so`).filter((file) => !existsSync(join(MODULES, file))),
]

/** Starts it with an empty folder. */
export async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'reflexor-apache-'))
  const port = await freePort()
  // begun by root, its servers are another user
  mkdirSync(join(folder, 'dav'))
  for (const path of [folder, join(folder, 'dav')]) chmodSync(path, 0o777)
  writeFileSync(join(folder, 'apache.conf'), configuration(folder, port))
  const child = spawn('apache2', ['-f', join(folder, 'apache.conf'), '-DFOREGROUND'], { stdio: 'ignore' })
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await new Promise((ended) => child.once('exit', ended))
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}/dav`
  try {
    await until('Apache', () => {
      if (child.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
      return fetch(url)
    })
  } catch (error) {
    await stop()
    throw error
  }
  const version = /Apache\/([\d.]+)/.exec(execFileSync('apache2', ['-v'], { encoding: 'utf8' }))?.[1]
  return { settings: { url, version }, stop }
}

/** @type {(folder: string, port: number) => string} */
const configuration = (folder, port) => `
ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/error.log
Mutex file:${folder}
${NEEDED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
<IfModule unixd_module>
  User www-data
  Group www-data
</IfModule>
DavLockDB ${folder}/locks
DocumentRoot ${folder}
<Directory ${folder}>
  Require all granted
</Directory>
<Directory ${folder}/dav>
  Dav On
</Directory>
`
