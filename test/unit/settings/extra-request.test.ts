import { describe, expect, it } from 'vitest'
import { headersAsText, parseExtraBody, parseHeaders } from '../../../src/settings/extra-request.ts'

const problem = (read: object): string => ('problem' in read ? String(read.problem) : '')

describe('headers that a person adds', () => {
  it('are read line by line; of one name twice the last counts; they can be written back', () => {
    const read = parseHeaders(' HTTP-Referer : https://me.example \n\nX-Title: a: b\nx-title: c')
    expect(read).toEqual({ headers: { 'HTTP-Referer': 'https://me.example', 'x-title': 'c' } })
    if ('headers' in read) expect(parseHeaders(headersAsText(read.headers))).toEqual(read)
    expect(parseHeaders('')).toEqual({ headers: {} })
  })
  it.each([
    ['authorization: Bearer x', /contains a key/],
    ['X-API-Key: x', /contains a key/],
    ['Cookie: a=b', /Browsers/],
    ['Host: other', /Browsers/],
    ['Sec-Fetch-Mode: cors', /Browsers/],
    ['Proxy-Authorization: x', /Browsers/],
    ['content-type: text/plain', /already/],
    ['no colon', /Name: value/],
    ['bad name: x', /can’t be a header name/],
    ['x: caf\u00e9', /can’t carry/],
    [`x: ${'a'.repeat(2001)}`, /too long/],
    [Array.from({ length: 21 }, (_, n) => `x-${n}: 1`).join('\n'), /At most/],
  ])('%j is refused in a sentence', (text, words) => {
    expect(problem(parseHeaders(text))).toMatch(words)
  })
})

describe('members that a person adds to a question', () => {
  it('are an object of JSON', () => {
    expect(parseExtraBody(' {"service_tier": "flex", "a": {"b": [1]}} ')).toEqual({
      extra: { service_tier: 'flex', a: { b: [1] } },
    })
    expect(parseExtraBody('  ')).toEqual({ extra: {} })
  })
  it.each(['{', '[]', '7', 'null', '"text"', "{'a': 1}"])('%j is refused', (text) => {
    expect(problem(parseExtraBody(text))).toMatch(/object/)
  })
  it.each(['messages', 'model', 'stream', 'tools', 'input', 'contents', '__proto__'])('%j is the session’s', (name) => {
    expect(problem(parseExtraBody(`{"${name}": {"x": 1}}`))).toContain('the session')
  })
})
