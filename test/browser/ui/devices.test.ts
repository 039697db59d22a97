import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const region = (name: string) => page.getByRole('region', { name, exact: true })

async function openDevices(fake = makeFakeWorker()): Promise<typeof fake> {
  await openPage(fake)
  await button('Settings').click()
  await page.getByRole('tab', { name: 'Devices' }).click()
  return fake
}

it('a storage is tested, connected, paused and forgotten; its code is shown once, and when it is asked for', async () => {
  const fake = await openDevices()
  await expect.element(page.getByText(/Sharing starts with a session’s next step/)).toBeVisible()
  const outcome = region('Connect a storage').getByRole('status', { name: 'Outcome' })
  await button('Test').click()
  await expect.element(page.getByText('Enter the address of the storage.')).toBeVisible()
  await field('Address').fill('https://couch.example.org')
  await field('User name').fill('anna')
  await field('Password').fill('wrong')
  await button('Connect').click()
  await expect
    .element(outcome)
    .toHaveTextContent('The storage refused the credentials. Check the user name and password, and that')
  await expect.element(page.getByText('enable_cors = true')).toBeVisible()
  await field('Password').fill('right')
  await button('Test').click()
  await expect.element(outcome).toHaveTextContent('Two devices can’t overwrite each other here.')
  await button('Connect').click()
  await expect.element(region('Connected storage')).toHaveTextContent('https://couch.example.org/reflexor')
  expect(fake.requests('connect-storage').at(-1)).toMatchObject({
    engine: 'couchdb',
    fields: { address: 'https://couch.example.org', database: 'reflexor', user: 'anna', password: 'right' },
  })

  // without it all that is there is lost with this device: it is seen, not looked for
  await expect.element(page.getByRole('img', { name: 'Recovery code as a QR code' })).toBeInViewport()
  await expect.element(page.getByText(/^reflexor-1-/)).toBeVisible()
  await button('Hide').click()
  await expect.element(page.getByText(/^reflexor-1-/)).not.toBeInTheDocument()
  await field('Passphrase (optional)').fill('four words it is')
  await button('Show recovery code').click()
  await expect.element(page.getByText(/^reflexor-1-/)).toBeVisible()
  expect(fake.requests('make-code').map((request) => 'passphrase' in request && request.passphrase)).toEqual([
    '',
    'four words it is',
  ])

  await expect
    .element(region('Connected storage'))
    .toHaveTextContent('1561 an hour while active, not known yet when idle; counted over 2 h')
  // keys of providers travel by the person's word alone
  const lend = page.getByRole('checkbox', { name: 'Share providers and keys with my devices' })
  await expect.element(lend).not.toBeChecked()
  await expect.element(page.getByText(/Anyone with the recovery code can then use these keys/)).toBeVisible()
  await lend.click()
  await expect.element(page.getByRole('list', { name: 'Shared providers' })).toHaveTextContent('Far away, from Phone')
  await lend.click()
  await expect.element(page.getByRole('list', { name: 'Shared providers' })).not.toBeInTheDocument()
  expect(fake.requests('choose-shared')).toEqual([
    { kind: 'choose-shared', lendsProviders: true },
    { kind: 'choose-shared', lendsProviders: false },
  ])

  // the devices there: this one is named, another removed by pressing twice
  const known = region('Your devices')
  await expect.element(known).toHaveTextContent(/Phone.*2 sessions, seen 2 hours ago.*Old tablet.*1 session/)
  await known.getByRole('textbox', { name: 'Name of this device' }).fill('Anna’s laptop')
  await known.getByRole('button', { name: 'Remove Old tablet', exact: true }).click()
  await expect.element(known.getByRole('button', { name: 'Remove Old tablet? Press again' })).toBeVisible()
  expect(fake.requests('name-device')).toEqual([{ kind: 'name-device', name: 'Anna’s laptop' }])
  expect(fake.requests('remove-device')).toEqual([])
  await known.getByRole('button', { name: 'Remove Old tablet? Press again' }).click()
  await expect.element(known.getByText('Old tablet')).not.toBeInTheDocument()
  expect(fake.requests('remove-device')).toEqual([{ kind: 'remove-device', device: 'old' }])
  const there = region('Stored data')
  await there.getByRole('button', { name: 'Show storage use' }).click()
  await expect.element(there).toHaveTextContent('1234 objects, 5.6 MB')

  await button('Pause').click()
  await expect.element(region('Connected storage')).toHaveTextContent('Paused: nothing is sent or received')
  await button('Continue').click()
  await expect.element(region('Connected storage')).toHaveTextContent('Two devices can’t overwrite each other here.')
  await button('Forget this storage here').click()
  await expect.element(button('Forget it here? Press again')).toBeVisible()
  expect(fake.requests('forget-storage')).toHaveLength(0)
  await button('Forget it here? Press again').click()
  await expect.element(region('Connect a storage')).toBeVisible()
})

it('the recovery code stood there without the passphrase that was typed right above it, ready to be copied', async () => {
  const fake = await openDevices()
  await field('Address').fill('https://couch.example.org')
  await button('Connect').click()
  const section = region('Recovery code')
  const code = section.getByText(/^reflexor-1-/)
  await expect.element(code).toBeVisible()
  await field('Passphrase (optional)').fill('four words it is')
  await expect.element(code).not.toBeInTheDocument()
  await expect.element(section.getByRole('img')).not.toBeInTheDocument()
  await expect.element(section.getByRole('button', { name: 'Copy' })).not.toBeInTheDocument()
  await button('Show recovery code').click()
  await expect.element(code).toBeVisible()
  await button('New code').click()
  await expect
    .poll(() => fake.requests('make-code').map((request) => 'passphrase' in request && request.passphrase))
    .toEqual(['', 'four words it is', 'four words it is'])
  await expect.element(section.getByRole('button', { name: 'Copy' })).toBeVisible()
})

it('a press on "Remove" that saved the name of this device by leaving it was lost: the rows were made anew under it', async () => {
  const fake = await openDevices()
  await field('Address').fill('https://couch.example.org')
  await button('Connect').click()
  const known = region('Your devices')
  const remove = known.getByRole('button', { name: 'Remove Old tablet', exact: true })
  await expect.element(remove).toBeVisible()
  const pressed = remove.element()
  await known.getByRole('textbox', { name: 'Name of this device' }).fill('Anna’s laptop')
  await userEvent.tab()
  // answered behind it
  await region('Stored data').getByRole('button', { name: 'Show storage use' }).click()
  await expect.element(region('Stored data')).toHaveTextContent('1234 objects')
  expect(fake.requests('name-device')).toHaveLength(1)
  expect(remove.element()).toBe(pressed)
})

it('a device that comes by a code says where it will go before it goes there', async () => {
  const fake = await openDevices()
  const connect = button('Connect this device')
  await expect.element(connect).toBeDisabled()
  await field('Recovery code').fill('hello')
  await expect.element(page.getByText('This isn’t a recovery code.')).toBeVisible()
  await field('Recovery code').fill('secret-1-abc')
  await field('Passphrase of the code').fill('four words it is')
  await expect.element(connect).toBeDisabled()
  await field('Recovery code').click()
  await expect.element(page.getByText('https://couch.example.org/reflexor')).toBeVisible()
  await connect.click()
  await expect.element(region('Connected storage')).toBeVisible()
  expect(fake.requests('connect-by-code')).toEqual([
    { kind: 'connect-by-code', code: 'secret-1-abc', passphrase: 'four words it is' },
  ])
  const there = region('Stored data')
  await there.getByRole('button', { name: 'Delete everything there' }).click()
  const sure = there.getByRole('button', { name: 'Delete 1234 objects, 5.6 MB for good? Press again' })
  await expect.element(sure).toBeVisible()
  // it came by a code: there is no need of another
  await expect.element(page.getByText(/^reflexor-1-/)).not.toBeInTheDocument()
  expect(fake.requests('empty-storage')).toHaveLength(0)
  await sure.click()
  await expect.element(region('Connect a storage')).toBeVisible()
  expect(fake.requests('empty-storage')).toHaveLength(1)
})

it('a wrong passphrase of a code left "Connect this device" disabled without a word', async () => {
  await openDevices()
  const wrong = page.getByText('Wrong passphrase for this code.')
  await field('Recovery code').fill('secret-1-abc')
  await field('Passphrase of the code').fill('wrong')
  await expect.element(wrong).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(wrong).toBeVisible()
  // until another is typed
  await field('Passphrase of the code').fill('four words it is')
  await expect.element(wrong).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(button('Connect this device')).toBeEnabled()
  await expect.element(wrong).not.toBeInTheDocument()
})

it('a storage that does not work says why, what to do and since when, beside what the test of it once said', async () => {
  const fake = makeFakeWorker()
  const since = Date.UTC(2026, 0, 2, 3, 4)
  fake.devices.trouble = {
    message: 'The storage is full. (HTTP 507)',
    next: 'free-space',
    since,
  }
  await openDevices(fake)
  await field('Address').fill('https://couch.example.org')
  await button('Connect').click()
  const when = new Date(since).toLocaleString('en')
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      `The storage is full. (HTTP 507) Free up space there, or use another storage. Since ${when}. Your work here is saved`,
    )
})
