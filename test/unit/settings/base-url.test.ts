import { describe, expect, it } from 'vitest'
import { isPlainInNetwork, parseBaseUrl } from '../../../src/settings/base-url.ts'

const IN_NETWORK = [
  'http://192.168.1.20:11434/v1',
  'http://10.0.0.5/v1',
  'http://nas.local:8080',
  'http://gpu-box:1234/v1',
]

describe('plain http', () => {
  it.each(IN_NETWORK)('%s, a model server in the own network, was refused by the form', (address) => {
    expect(parseBaseUrl(address, 'your network')).toBe(address)
    expect(isPlainInNetwork(address)).toBe(true)
  })
  it.each(IN_NETWORK)('%s stays refused where it is no model server', (address) => {
    expect(parseBaseUrl(address)).toMatchObject({ problem: 'url-plain' })
  })
  it.each(['http://api.example.com/v1', 'http://8.8.8.8/v1', 'http://192.168.1.20.example.com'])(
    '%s goes over the internet: refused everywhere',
    (address) => {
      expect(parseBaseUrl(address, 'your network')).toMatchObject({ problem: 'url-plain-outside' })
      expect(isPlainInNetwork(address)).toBe(false)
    },
  )
  it('of this computer is read by nobody else', () => {
    expect(parseBaseUrl('http://localhost:11434/v1/')).toBe('http://localhost:11434/v1')
    expect(isPlainInNetwork('http://localhost:11434/v1')).toBe(false)
    expect(isPlainInNetwork('https://192.168.1.20/v1')).toBe(false)
  })
})
