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
      'they return decides how I go on. The task needs two files. Before I write anything I should see what is already in the ' +
      'workspace, because it would be rude to overwrite a file that belongs to somebody else.',
    text:
      'I am a scripted demo, not a language model, but my tool calls are real.' +
      `${knows ? '' : ' My script knows one task, three days in Lisbon, so that is what you will see.'} ` +
      'First I look at what is in the workspace.',
  }),
  writeItinerary: (path) => ({
    thinking:
      `The name ${path} is free. Three days, three quarters, nothing that needs a car. If the page is closed while I write this, ` +
      'nothing is lost: the machine knows that it waits for me and asks again when you come back. Try it, reload now.',
    text:
      `Now I write the itinerary to \`${path}\`. **Reload this page now**, in the middle of it, if you like to see what nobody else can ` +
      'show: I go on where we were.',
  }),
  writePackingList: (path) => ({
    thinking:
      'The itinerary is written. The hills and the wind decide what goes into the bag. A checklist is the right form.',
    text: `The itinerary is there. Next comes the packing list, \`${path}\`.`,
  }),
  read: (path) => ({
    thinking:
      'I do not want to rely on my memory of what I meant to write, so I read it back. What counts is what is in the file.',
    text: `Both are written. I read \`${path}\` back, to work with what is really in it.`,
  }),
  tick: {
    thinking:
      'The list is as I expected it. An edit replaces one piece of text with another and fails if the old piece is not there, ' +
      'so it cannot hit the wrong place. I tick off the first line and change nothing else.',
    text: 'The passport is the one thing that nobody forgets twice. I tick it off.',
  },
  check: {
    thinking: 'The edit went through. One last look, so that my report quotes the file itself and not my intention.',
    text: 'Ticked. I look once more before I report.',
  },
  report: (path, quoted, ticked) => ({
    thinking: 'Everything I need is in the last result. I quote it as it is and say what can be done next.',
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
      '2. Files that were really written, read and changed; they are in the *Files* panel.',
      '3. A run that survives a reload in the middle of a sentence.',
      '',
      GO_ON,
    ].join('\n'),
  }),
  adapt: (tool, answer) => ({
    thinking: `The tool ${tool} did not do what I asked. I will not pretend otherwise: I say so and stop here.`,
    text: [
      `I wanted to use \`${tool}\`, and it did not work out. The answer was:`,
      '',
      `> ${answer === '' ? '(nothing)' : answer}`,
      '',
      'So I leave it at that; whatever was finished before it is still there. A real model would look for another way or ask you.',
      '',
      GO_ON,
    ].join('\n'),
  }),
  withoutTools: (task) => ({
    thinking: 'No file tools are offered to me, so I cannot write anything down. I say so.',
    text:
      `You asked: “${task}”. I am a scripted demo, and without tools for files there is nothing that I could really do. ` +
      `${END}: add a provider in *Settings* to work with a real model.`,
  }),
  followUp: (words) => ({
    thinking: 'My script ends here. The honest thing is to say so, and to say what helps.',
    text: [
      `You wrote: “${words}”. I am a scripted demo, so I cannot really answer that.`,
      '',
      '- **Add a provider** in *Settings* (an API key, or a server on this computer such as Ollama) and ask again.',
      '- Or start a **new session** to see the demo once more.',
      '',
      'Everything from before stays as it is: the conversation, the files, and your message.',
    ].join('\n'),
  }),
}
