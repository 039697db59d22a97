import type { DemoWords } from './demo-words.ts'

const END = 'That was the demo'
const GO_ON = `${END}: my words come from a script. **Now with your own model**: add a provider in *Settings*.`

export const english: DemoWords = {
  end: END,
  known: /lisbon/i,
  itinerary: 'itinerary.md',
  packingList: 'packing-list.md',
  prefix: 'demo-',
  open: '- [ ] Passport or identity card',
  done: '- [x] Passport or identity card',
  itineraryText: (task) =>
    [
      '# Three days in Lisbon',
      '',
      `> ${task}`,
      '',
      '1. **Alfama**: tram 28 early, the castle before noon, fado in the evening',
      '2. **Belém**: the monastery, the tower, custard tarts while they are warm',
      '3. **Sintra**: train at nine, Pena palace first, back along the coast',
      '',
      'Written by the demo model of Reflexor: the words are scripted, the file is real.',
      '',
    ].join('\n'),
  packingListText: [
    '# Packing list',
    '',
    '- [ ] Passport or identity card',
    '- [ ] Shoes for steep, polished cobbles',
    '- [ ] A light jacket: the evenings by the river are windy',
    '- [ ] Charger, a refillable bottle, sunglasses',
    '',
  ].join('\n'),
  look: (knows) => ({
    thinking:
      'I am the demo model, so this thought was written in advance. The tool calls are real, though: they really run, and what ' +
      'they return decides my next step. The task needs two files. Before I write anything, I should check what is already in ' +
      'the workspace, so that I don’t overwrite an existing file.',
    text:
      'I am a scripted demo, not a language model, but my tool calls are real.' +
      `${knows ? '' : ' My script knows one task, three days in Lisbon, so that is what you will see.'} ` +
      'First I check the workspace.',
  }),
  writeItinerary: (path) => ({
    thinking:
      `The name ${path} is free. Three days, three neighbourhoods, no car needed. If the page is closed while I write this, ` +
      'nothing is lost: the machine knows that this answer is still due and requests it again when you come back. Try it, reload now.',
    text:
      `Now I write the itinerary to \`${path}\`. **Reload this page now**, while I write, and watch me ` +
      'pick up where I left off.',
  }),
  writePackingList: (path) => ({
    thinking:
      'The itinerary is written. Lisbon has steep hills and windy evenings, so I pack for both. A checklist works best.',
    text: `The itinerary is done. Next, the packing list: \`${path}\`.`,
  }),
  read: (path) => ({
    thinking:
      'I read it back instead of relying on memory. What counts is what the file says, not what I meant to write.',
    text: `Both files are written. I read \`${path}\` back to work with what it really says.`,
  }),
  tick: {
    thinking:
      'The list looks right. An edit replaces one exact piece of text and fails if that text is missing, so it can’t change ' +
      'the wrong place. I tick off the first line and nothing else.',
    text: 'Nobody forgets a passport twice, so I tick it off.',
  },
  check: {
    thinking: 'The edit went through. One last look, so that my report quotes the file itself.',
    text: 'Ticked off. One more look before I report.',
  },
  report: (path, quoted, ticked) => ({
    thinking: 'Everything I need is in the last result. I quote it word for word and suggest what to do next.',
    text: [
      `Done. The itinerary and the packing list are in the workspace. This is what \`${path}\` says, word for word; ` +
        `${ticked ? 'its first line is ticked off' : 'nothing in it is ticked off yet'}:`,
      '',
      '```markdown',
      ...quoted,
      '```',
      '',
      '**What you saw**',
      '',
      '1. A model that thought, spoke and called tools, one turn after the other.',
      '2. Files that were really written, read and changed. They are in the *Files* panel.',
      '3. A run that survives a reload in the middle of a sentence.',
      '',
      GO_ON,
    ].join('\n'),
  }),
  adapt: (tool, answer) => ({
    thinking: `The tool ${tool} did not do what I asked. I say so and stop here.`,
    text: [
      `I tried to use \`${tool}\`, and it failed. It said:`,
      '',
      `> ${answer === '' ? '(nothing)' : answer}`,
      '',
      'So I stop here. Everything that was finished before is still there. A real model would try another way or ask you.',
      '',
      GO_ON,
    ].join('\n'),
  }),
  withoutTools: (task) => ({
    thinking: 'I have no file tools, so I can’t write anything. I say so.',
    text:
      `You asked: “${task}”. I am a scripted demo, and without file tools there is nothing I can do. ` +
      `${END}: add a provider in *Settings* to work with a real model.`,
  }),
  followUp: (words) => ({
    thinking: 'My script ends here. I say so, and suggest what helps.',
    text: [
      `You wrote: “${words}”. I am a scripted demo, so I can’t answer that.`,
      '',
      '- **Add a provider** in *Settings* (an API key, or a server on this computer such as Ollama) and ask again.',
      '- Or start a **new session** to see the demo again.',
      '',
      'Everything from before stays as it is: the conversation, the files, and your message.',
    ].join('\n'),
  }),
}
