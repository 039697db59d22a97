import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foundIn, until } from './store-process.mjs'

/** Ceph's S3 (radosgw) with one monitor and one disk in memory, as Debian packages it. */
export const INSTALL =
  'apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-mgr ceph-common ceph-base'
const COMMANDS = ['ceph', 'ceph-authtool', 'monmaptool', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin']

/** Commands that are not there. */
export const missing = () => COMMANDS.filter((name) => !foundIn(name))

/** Starts it without a bucket. */
export async function start() {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'reflexor-ceph-'))
  const [cluster, disk] = [randomUUID(), randomUUID()]
  /** @param {string[]} parts */
  const at = (...parts) => join(folder, ...parts)
  for (const name of ['mon', 'osd', 'rgw', 'run', 'log']) mkdirSync(at(name))
  writeFileSync(at('ceph.conf'), configuration(folder, cluster))
  const env = { ...process.env, CEPH_ARGS: `--conf ${at('ceph.conf')}` }
  /** @type {(command: string, ...args: string[]) => string} */
  const run = (command, ...args) =>
    execFileSync(command, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  /** @type {import('node:child_process').ChildProcess[]} */
  const running = []
  /** @type {(command: string, ...args: string[]) => unknown} */
  const start = (command, ...args) => running.push(spawn(command, ['-f', ...args], { env, stdio: 'ignore' }))
  const stop = async () => {
    for (const child of running.reverse()) {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null)
        await new Promise((resolve) => child.once('exit', resolve))
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    /** @type {(name: string, ...caps: string[]) => string} */
    const key = (name, ...caps) => run('ceph-authtool', at('keyring'), '--gen-key', '-n', name, ...caps)
    run('ceph-authtool', '-C', at('keyring'), '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
    key('client.admin', '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *')
    key('client.rgw', '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *')
    key('osd.0', '--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *')
    run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', '[v2:127.0.0.1:3300/0]', at('monmap'))
    run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', at('monmap'), '--keyring', at('keyring'))
    start('ceph-mon', '-i', 'a')
    await until('the monitor', () => run('ceph', '--connect-timeout', '5', 'osd', 'new', disk))
    run('ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', disk)
    start('ceph-osd', '-i', '0')
    run('ceph', 'osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=h')
    await until('the disk', () => {
      if (!/\b1 up\b/.test(run('ceph', 'osd', 'stat'))) throw new Error('It is not up yet.')
    })
    start('radosgw', '-n', 'client.rgw')
    const url = 'http://127.0.0.1:7480'
    await until('the gateway', () => fetch(url))
    const keys = { accessKeyId: 'ak', secretAccessKey: 'sk', region: 'default' }
    run(
      'radosgw-admin',
      '-n',
      'client.rgw',
      'user',
      'create',
      '--uid=u',
      '--display-name=u',
      '--access-key=ak',
      '--secret-key=sk',
    )
    return { settings: { url, keys }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @type {(folder: string, cluster: string) => string} */
const configuration = (folder, cluster) => `[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:3300/0
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${folder}/keyring
mon data = ${folder}/mon
osd data = ${folder}/osd
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/log/$name.log
pid file = ${folder}/run/$name.pid
osd objectstore = memstore
memstore device bytes = 536870912
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
osd crush chooseleaf type = 0

[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:7480
rgw data = ${folder}/rgw
`
