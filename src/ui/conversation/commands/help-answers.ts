import type { PlainPhrase } from '../../base/words/t.ts'

/** Questions and answers of the help page, by topic. Contract: README and docs say the same. */
export const HELP: readonly { topic: PlainPhrase; answers: readonly (readonly [PlainPhrase, PlainPhrase])[] }[] = [
  {
    topic: 'First steps',
    answers: [
      [
        'What is Reflexor?',
        'An AI agent that lives in your browser. It talks to the model provider you choose, uses tools, and saves each step on this device before it acts.',
      ],
      [
        'How do I start?',
        'Paste an API key in Settings > Models > Add provider. Without a key, press Try the demo: a scripted model with real tools, free and offline.',
      ],
      [
        'Which models can I use?',
        'Those of the listed providers, any server that speaks the OpenAI format, and local servers: “Find models on this computer” looks for them.',
      ],
      [
        'How do I change the model?',
        'Press the model’s name below the message box. It answers from the next answer on. The next session begins with the model you chose last.',
      ],
      [
        'What can the agent do?',
        'Read and write files, run JavaScript, TypeScript, Python and shell commands in a sandbox, make documents, open web pages, search, and use folders and MCP servers that you connect.',
      ],
      [
        'How do I give it files?',
        'Attach, paste or drop them. They become files of the session, under Files in the header.',
      ],
    ],
  },
  {
    topic: 'Messages',
    answers: [
      [
        'Can I write while it works?',
        'Yes. Choose Steer, Follow up, Now or Interrupt below the message box. Esc stops the run.',
      ],
      [
        'How do I change a message that I sent?',
        'Press Edit on it and send it again. The old version stays: arrows below the message switch between the two.',
      ],
      [
        'How do I get another answer?',
        'Press Ask again, or “⋯” and Ask another model. Every answer is kept as a variant.',
      ],
      [
        'Can I go back in a session?',
        'Yes. Branch starts a new session from a message. Replay plays the session step by step, and Inspect shows every saved step.',
      ],
      [
        'What happens to long conversations?',
        'When the model’s context window fills up, the model summarises earlier messages for itself. You still see all of them. The circle in the header shows what the model reads.',
      ],
      [
        'Does it remember me?',
        'Only what you allow in Settings > Memory: your instructions, and notes that all sessions read.',
      ],
    ],
  },
  {
    topic: 'Cost',
    answers: [
      [
        'What does it cost?',
        'Reflexor is free. Your provider charges for tokens. Each answer shows its tokens, and its cost if the price is known.',
      ],
      ['Where do I see what I spent?', 'In Settings > Usage: by day, month, model and session, also as a CSV file.'],
      [
        'Can I set a limit?',
        'Yes: for each day in Settings > Usage, and for one session in Session options. Answers without a known price don’t count.',
      ],
      [
        'Do I pay twice for an interrupted answer?',
        'An interrupted answer is requested again, and the provider charges again. OpenAI and Gemini can keep it running instead, if you allow it.',
      ],
    ],
  },
  {
    topic: 'What survives',
    answers: [
      [
        'What survives a reload or a crash?',
        'Every message, file and step. The run continues in the middle of the task, and an interrupted answer is requested again.',
      ],
      [
        'Does it keep working when I close the tab?',
        'No. It continues when you open it again. Other tabs of Reflexor take over while they are open.',
      ],
      [
        'What does “Unknown outcome” mean?',
        'A tool that must not run twice was cut off, so it may or may not have taken effect. Check, then run it again, skip it, or report what happened.',
      ],
      [
        'What if a task breaks the page at every start?',
        'Add #/safe to the address. You can read and export everything, and nothing runs.',
      ],
      [
        'Does it work offline?',
        'Yes, once it has been loaded: sessions, files, search and the demo. A model needs its server; the run waits and continues by itself.',
      ],
    ],
  },
  {
    topic: 'Data and privacy',
    answers: [
      ['Where is my data?', 'In this browser, on this device. Reflexor has no server and no account.'],
      [
        'Can I lose it?',
        'Yes: by clearing site data, in a private window, or with a damaged disk. Keep a backup, or connect a second device.',
      ],
      [
        'How do I make a backup?',
        'Settings > Data exports all sessions as one file, and some browsers can save backups to a folder after each run. Backups never contain keys.',
      ],
      [
        'Who can read my API keys?',
        'They are encrypted on this device, and each is sent only to the address it was saved for. With a passphrase (Settings > Data), nobody can use them while Reflexor is locked.',
      ],
      [
        'What does the provider see?',
        'What the model reads: your messages and files, tool results, instructions and memory of that session.',
      ],
      [
        'When does it ask me first?',
        'It depends on the mode below the message box. Ask: each new site, and changes outside the session’s files. Careful: reads public sites freely until the session holds private material. Free within limits: asks about what cannot be undone.',
      ],
      [
        'Can it change files on my disk?',
        'Only in a folder that you link under Files. It asks before it replaces or deletes a file there. Only Chromium browsers can link folders.',
      ],
    ],
  },
  {
    topic: 'More',
    answers: [
      [
        'Can I use it on two devices?',
        'Yes, through a CouchDB or S3 storage of yours (Settings > Devices). It holds only encrypted data. One device writes a session at a time.',
      ],
      ['Can I add tools?', 'Yes: MCP servers in Settings > MCP, and skills in Settings > Skills.'],
      ['What is a project?', 'Sessions that share instructions, files and memory. Create one beside New session.'],
      [
        'Can a task repeat?',
        'Yes. Ask for it, such as “every morning at eight”. Activity lists repeating tasks. They run while Reflexor is open, and missed times run once.',
      ],
      [
        'Which browsers work?',
        'It is made and tested with Chromium browsers. Firefox and WebKit pass the main job; Safari itself was not tried.',
      ],
    ],
  },
]
