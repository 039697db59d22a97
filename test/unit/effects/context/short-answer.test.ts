import { describe, expect, it } from 'vitest'
import { titleIn } from '../../../../src/effects/context/ask-name.ts'
import { plainAnswer, shortAnswer } from '../../../../src/effects/context/short-answer.ts'

describe('a name in what a model says for a machine', () => {
  it.each([
    '<think>The user wants a title.\nMaybe "Kites"?</think>\n\nKite Facts',
    'The user wants a title.</think>Kite Facts',
    '<thinking>x</thinking>Kite Facts',
    '<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>Kite Facts',
    '```json\n{"title": "Kite Facts"}\n```',
    '```\nKite Facts\n```',
    '{"title":"Kite Facts"}',
    '{"title":"Kite Facts","reason":"It is about kites."}',
    '{"answer":"Kite Facts"}',
    '["Kite Facts","Other"]',
    '"Kite Facts"',
    '“Kite Facts”',
    'Title: "Kite Facts"',
    '**Title:** Kite Facts',
    '# Kite Facts',
    '**Kite Facts**',
    'Sure! Here is a title: Kite Facts',
    "Here's a title for the conversation:\n\nKite Facts",
    'Kite Facts\n\nThis title says what the conversation is about, and is short enough.',
    'Kite Facts.',
    'Session name: Kite Facts',
  ])('%j is "Kite Facts"', (said) => expect(titleIn(said)).toBe('Kite Facts'))
  it.each([
    '',
    '<think>',
    '<think>I have no idea and was cut',
    '```',
    '```json',
    '{',
    '{}',
    '[]',
    '""',
    'Title:',
    '---',
  ])('%j is none: the first words will do', (said) => expect(titleIn(said)).toBeNull())
  it('cut anywhere it never is a tag, a fence or a brace', () => {
    const whole = '<think>Let me see.</think>\n```json\n{"title": "Kite Facts"}\n```'
    for (let at = 0; at <= whole.length; at++) expect(shortAnswer(whole.slice(0, at))).not.toMatch(/[<>`{}]|json|think/)
  })
  it('a colon and a tag within words stay', () => {
    expect(titleIn('Kites: a history')).toBe('Kites: a history')
    expect(titleIn('标题：风筝')).toBe('风筝')
  })
})

describe('a summary', () => {
  it('is told without thoughts and without a fence round it', () => {
    expect(plainAnswer('<think>Hm</think>\n# Goal\nKites')).toBe('# Goal\nKites')
    expect(plainAnswer('```markdown\n# Goal\nKites\n```')).toBe('# Goal\nKites')
    expect(plainAnswer('# Goal\n```js\nx\n```\nKites')).toBe('# Goal\n```js\nx\n```\nKites')
    expect(plainAnswer('```js\nx\n```\nKites')).toBe('```js\nx\n```\nKites')
  })
})
