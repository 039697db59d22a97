import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })

it('a run that waits for the passphrase says "Locked" and is unlocked where it stands', async () => {
  const fake = makeFakeWorker()
  const unseen = { cut: 2, user: true, now: false }
  fake.addSession('s', [userRow(0, 'Hello')], { unseen, turnsLeft: 5 })
  await openPage(fake, '#/session/s')
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  fake.send({ type: 'activity', activity: { sessionId: 's', waitingForNetwork: false, locked: true, fault: null } })
  await expect.element(page.getByRole('status', { name: 'Status' })).toHaveTextContent('Locked')
  const field = page.getByLabelText('Passphrase')
  fake.refuses.set('unlock-vault', 'Wrong passphrase.')
  await field.fill('wrong')
  await button('Unlock').click()
  await expect.element(page.getByText('Wrong passphrase.')).toBeVisible()
  fake.refuses.clear()
  await field.fill('correct horse battery')
  await button('Unlock').click()
  await expect.poll(() => fake.requests('unlock-vault').length).toBe(2)
  await expect.element(field).toHaveValue('')
  fake.send({ type: 'activity', activity: { sessionId: 's', waitingForNetwork: false, fault: null } })
  await expect.element(field).not.toBeInTheDocument()
})

it('sets, changes and removes a passphrase in the settings, and says what it protects from and what not', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  await button('Settings').click()
  await page.getByRole('tab', { name: 'Data' }).click()
  await expect.element(page.getByText(/It doesn’t protect them from malware/)).toBeVisible()
  const [first, second] = [page.getByLabelText('New passphrase'), page.getByLabelText('Repeat passphrase')]
  await first.fill('short')
  await button('Set passphrase').click()
  await expect.element(page.getByText(/at least 12 characters/)).toBeVisible()
  await first.fill('correct horse battery')
  await second.fill('correct horse batter')
  await button('Set passphrase').click()
  await expect.element(page.getByText('The two don’t match.')).toBeVisible()
  await second.fill('correct horse battery')
  await button('Set passphrase').click()
  await expect.element(button('Lock now')).toBeVisible()
  expect(fake.requests('set-passphrase')).toEqual([
    { kind: 'set-passphrase', passphrase: 'correct horse battery', lockAfter: null },
  ])
  await page.getByRole('combobox', { name: 'Lock the keys' }).selectOptions('after 30 minutes of inactivity')
  await expect.poll(() => fake.requests('set-lock-after')).toEqual([{ kind: 'set-lock-after', lockAfter: 30 }])
  await button('Remove passphrase').click()
  await expect.element(first).toBeVisible()
  // a passphrase that is forgotten costs the keys, at the second press only
  fake.vault = { state: 'locked', lockAfter: null, oldTraces: false }
  await button('Close').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await button('Settings').click()
  await page.getByRole('tab', { name: 'Data' }).click()
  await button('Forgot it? Delete all keys').click()
  await expect.element(button('Delete all keys? Press again')).toBeVisible()
  expect(fake.requests('give-up-keys')).toEqual([])
  await button('Delete all keys? Press again').click()
  await expect.poll(() => fake.requests('give-up-keys').length).toBe(1)
})

it('the box for the passphrase stood there bare: it looks like every other box, says what it takes, and leaves room for its button', async () => {
  const fake = makeFakeWorker()
  fake.addSession('s', [userRow(0, 'Hello')], { unseen: { cut: 2, user: true, now: false }, turnsLeft: 5 })
  await openPage(fake, '#/session/s')
  await page.viewport(390, 844)
  fake.send({ type: 'activity', activity: { sessionId: 's', waitingForNetwork: false, locked: true, fault: null } })
  const field = page.getByPlaceholder('Passphrase')
  await expect.element(field).toBeVisible()
  await expect.poll(() => Number.parseFloat(getComputedStyle(field.element()).borderRadius)).toBeGreaterThan(2)
  const [box, unlock] = [field, button('Unlock')].map((one) => one.element().getBoundingClientRect())
  expect(box?.right).toBeLessThan(unlock?.left ?? 0)
  expect(unlock?.right).toBeLessThan(390)
})

/** Settings > Data. */
async function openData(fake: ReturnType<typeof makeFakeWorker>): Promise<void> {
  await openPage(fake)
  await button('Settings').click()
  await page.getByRole('tab', { name: 'Data' }).click()
}

it('another tab locks or unlocks the keys while Settings > Data is open: it went on showing how they had been', async () => {
  const fake = makeFakeWorker()
  fake.vault = { state: 'open', lockAfter: null, oldTraces: false }
  await openData(fake)
  await expect.element(button('Lock now')).toBeVisible()
  fake.vault = { state: 'locked', lockAfter: null, oldTraces: false }
  fake.send({ type: 'settings-changed' })
  await expect.element(page.getByLabelText('Passphrase', { exact: true })).toBeVisible()
  await expect.element(button('Lock now')).not.toBeInTheDocument()
  // half a word is typed, and other settings change
  await page.getByLabelText('Passphrase', { exact: true }).fill('corr')
  const asked = fake.requests('get-vault').length
  fake.send({ type: 'settings-changed' })
  await expect.poll(() => fake.requests('get-vault').length).toBeGreaterThan(asked)
  await expect.element(page.getByLabelText('Passphrase', { exact: true })).toHaveValue('corr')
  fake.vault = { state: 'open', lockAfter: null, oldTraces: false }
  fake.send({ type: 'settings-changed' })
  await expect.element(button('Lock now')).toBeVisible()
})

it('a refusal because the keys are locked told the person to unlock them, and left no form to do it with', async () => {
  const fake = makeFakeWorker()
  fake.vault = { state: 'open', lockAfter: null, oldTraces: false }
  await openData(fake)
  await expect.element(button('Lock now')).toBeVisible()
  fake.vault = { state: 'locked', lockAfter: null, oldTraces: false }
  fake.refuses.set('set-passphrase', 'Your API keys are locked.')
  await button('Remove passphrase').click()
  await expect.element(page.getByText('Your API keys are locked.')).toBeVisible()
  await expect.element(page.getByLabelText('Passphrase', { exact: true })).toBeVisible()
})

it('who had pressed "Change passphrase" could not go back', async () => {
  const fake = makeFakeWorker()
  fake.vault = { state: 'open', lockAfter: null, oldTraces: false }
  await openData(fake)
  await button('Change passphrase').click()
  await page.getByLabelText('New passphrase').fill('correct')
  await button('Cancel').click()
  await expect.element(button('Lock now')).toBeVisible()
  expect(fake.requests('set-passphrase')).toEqual([])
})

it('keys of an older version may be in files of the browser still: the settings ask for new ones, until that is done', async () => {
  const fake = makeFakeWorker()
  fake.vault = { state: 'none', lockAfter: null, oldTraces: true }
  await openPage(fake, '')
  await button('Settings').click()
  await page.getByRole('tab', { name: 'Data' }).click()
  const note = page.getByRole('note').filter({ hasText: 'Keys you entered in an older version' })
  await expect.element(note).toBeVisible()
  await button('I’ve renewed them').click()
  await expect.element(note).not.toBeInTheDocument()
  expect(fake.requests('forget-old-traces')).toEqual([{ kind: 'forget-old-traces' }])
})
