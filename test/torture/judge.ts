import { castDraft } from 'mutative'
import type { Input } from '../../src/agent/input.ts'
import { readApp } from './app-eyes.ts'
import type { Sent } from './ledger.ts'
import { type Evidence, violations } from './oracle.ts'
import type { Commanded } from './oracle-commands.ts'
import { helperViolations } from './oracle-helpers.ts'
import { othersViolations } from './oracle-others.ts'
import type { AppRow } from './oracle-view.ts'
import type { Dump } from './page/database.ts'
import { pause } from './pause.ts'
import { programsIn } from './program.ts'
import type { Scene } from './scene.ts'
import { doomedId } from './set-up.ts'
import { rowsOf } from './stored.ts'

/** Gathers the evidence of a scenario at rest, session by session, and asks the oracle. */

export async function judge(scene: Scene): Promise<void> {
  const { world, plan, person } = scene
  const { room } = world
  const [tab] = room.bareTabs()
  if (tab === undefined) throw new Error('No tab to look at the database with')
  // let what is deleted after a commit (streams) be deleted
  await pause(100)
  const [dumped, views, onDisk] = await Promise.all([
    room.askPatiently(tab, 'dump'),
    room.askPatiently(tab, 'views'),
    room.askPatiently(tab, 'filesOnDisk'),
  ])
  if (dumped === null || views === null || onDisk === null) throw new Error('The page does not answer')
  const { rows, blobs } = JSON.parse(withOurNames(dumped, dumped)) as { rows: Dump; blobs: Record<string, string> }
  // what an earlier scenario on this profile left has been looked at
  const earlier = (rows.sessions ?? []).flatMap(({ sessionId }) =>
    /^s\d+n/.test(String(sessionId)) ? [String(sessionId)] : [],
  )
  scene.found.push(
    ...othersViolations({
      rows,
      blobs,
      doomed: Array.from({ length: plan.doomed }, (_, n) => doomedId(scene, n)),
      copies: [...scene.copies],
      owned: new Set([...plan.sessions.map(({ id }) => id), ...earlier]),
    }),
  )
  const shown = JSON.parse(withOurNames(JSON.stringify(views), dumped)) as typeof views
  for (const { id } of plan.sessions)
    scene.found.push(
      ...violations({
        sessionId: id,
        rows,
        blobs,
        onDisk,
        acts: world.tools.acts.slice(scene.before.acts),
        askings: askingsOf(scene, id),
        sent: [...messagesOf(person.ledger, id), ...(id === plan.sessions[0]?.id ? saidIn(scene) : [])],
        commands: commandsOf(scene, id),
        view: castDraft(shown[id]),
        app: plan.app && id === plan.sessions[0]?.id ? await appShows(scene, rows, id) : null,
      }),
    )
  for (const { id, remote } of plan.sessions)
    scene.found.push(
      ...helperViolations({
        ...{ sessionId: id, rows, blobs },
        acts: world.tools.acts.slice(scene.before.acts),
        askingsOf: (name) =>
          remote
            ? 0
            : world.provider.askings.slice(scene.before.askings).filter(({ session }) => session === name).length,
      }),
    )
}

/**
 * Not counted behind https: when connections are dropped there, Chromium itself may repeat a request (see
 * tool-server.ts).
 */
const askingsOf = ({ plan, world, before }: Scene, sessionId: string): number =>
  plan.sessions.find(({ id }) => id === sessionId)?.remote
    ? 0
    : world.provider.askings.slice(before.askings).filter(({ session }) => session === sessionId).length

/** What the person sent in one session, with the order that was promised. */
function messagesOf(ledger: readonly Sent[], sessionId: string): Evidence['sent'] {
  const messages = ledger.filter((sent) => sent.sessionId === sessionId && sent.messageId !== null)
  return messages.map(({ messageId, outcome, after, page }, n) => {
    const samePage = messages.slice(0, n).filter((earlier) => earlier.page === page)
    const before = samePage.map((earlier) => earlier.messageId ?? '')
    return { messageId: messageId ?? '', outcome: outcome ?? '', after: [...after, ...before] }
  })
}

/** What the person gave in one session, with what excuses a refusal. */
function commandsOf({ person, plan }: Scene, sessionId: string): Commanded[] {
  const own = person.ledger.filter((sent) => sent.sessionId === sessionId)
  const making = own.find(({ command }) => command.kind === 'create-session')
  return own.map(({ id, messageId, outcome, created, page, damaged, returned, killed }) => ({
    ...{ id, messageId, outcome: outcome ?? '', damaged },
    early: !created && (making?.unsure === true || making?.page !== page),
    // the product's page may have sent it before the rig could look into the outbox
    returned: returned || (plan.app && killed),
  }))
}

/** Rows of the product's page; none: it is not there. */
async function appShows({ world: { room } }: Scene, rows: Dump, sessionId: string): Promise<AppRow[]> {
  const app = room.tabs().find(({ kind, frozen }) => kind === 'app' && !frozen)
  return app === undefined ? [] : readApp(app.page, rowsOf(rows, sessionId)?.messages ?? [])
}

const saidIn = ({ hand }: Scene): Evidence['sent'] => hand.said().map((said) => ({ ...said, after: [] }))

/** The product's page names messages itself: they get the names that their programs carry, wherever they stand. */
function withOurNames(text: string, dumped: string): string {
  const { rows } = JSON.parse(dumped) as { rows: Dump }
  let renamed = text
  for (const { input } of (rows.journal ?? []) as { input?: Input }[]) {
    if (input?.type !== 'user-send-message') continue
    const name = input.content.flatMap((block) => (block.type === 'text' ? programsIn(block.text) : []))[0]?.messageId
    if (name !== undefined && name !== input.messageId)
      renamed = renamed.replaceAll(`"${input.messageId}"`, `"${name}"`)
  }
  return renamed
}
