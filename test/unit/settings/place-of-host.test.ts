import { expect, it } from 'vitest'
import { placeOfHost } from '../../../src/settings/place-of-host.ts'

const placeOf = (address: string): ReturnType<typeof placeOfHost> => placeOfHost(new URL(address).hostname)

it.each([
  'localhost',
  'app.localhost',
  '127.0.0.1',
  '127.9.9.9',
  '0x7f.1',
  '2130706433',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
])('%s is this computer, however it is written', (host) =>
  expect(placeOf(`http://${host}:8080/`)).toBe('this computer'),
)
it.each([
  '10.0.0.1',
  '172.16.0.1',
  '172.31.9.9',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:192.168.0.1]',
  'printer.local',
  'router',
  'wiki.corp',
  'nas.home.arpa',
])('%s is the network of the person', (host) => expect(placeOf(`http://${host}/`)).toBe('your network'))
it.each([
  'example.org',
  '172.32.0.1',
  '100.128.0.1',
  '11.0.0.1',
  '192.169.0.1',
  'local.example',
  '[2001:db8::1]',
  'localhost.example',
])('%s is on the internet', (host) => expect(placeOf(`https://${host}/`)).toBeNull())

it.each(['10.example.com', '192.168.1.20.example.com', '127.evil.example', '172.16.0.1.example.org'])(
  '%s, a name of the internet that begins like an address at home, was taken for the own network',
  (name) => expect(placeOfHost(name)).toBe(null),
)
