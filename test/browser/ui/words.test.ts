import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hasUnsavedText } from '../../../src/pwa/unsaved.ts'
import { chosenBefore, languageOf, speak } from '../../../src/ui/base/words/language.ts'
import { answerRow, callOf, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

it('the language is chosen in the settings: rooms, dates and names for ears change at once, and a reload begins with it', async () => {
  onTestFinished(() => speak('en'))
  const fake = makeFakeWorker()
  const steps = [callOf('a', { name: 'edit_file' }), callOf('b', { name: 'run_javascript' })].map((call) => ({
    ...call,
    result: { kind: 'ok' as const, content: [], terminate: false, timestamp: 1 },
  }))
  const rows = [userRow(0, 'Go'), answerRow(1, '', { calls: steps }), answerRow(2, 'Look:\n```js\n1\n```')]
  // right to left, and with a sign that turns round all that follows in its line
  const title = 'דוח 3 \u202Eabc'
  fake.addSession('one', rows, { title, hold: { kind: 'limit', limit: 'turns' } })
  await openPage(fake, '#/session/one')
  const log = page.getByRole('log')
  /** In time zones east of Berlin it was the 15th already. */
  const day = (language: string): string =>
    new Date(rows[0]?.timestamp ?? 0).toLocaleDateString(language, {
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
    })
  const shown = (words: string) => expect.element(page.getByText(words, { exact: true }).first()).toBeVisible()
  const switchTo = async (language: string): Promise<void> => {
    await page.getByRole('button', { name: /^(Settings|设置)$/ }).click()
    await page.getByRole('tab', { name: /^(Appearance|外观)$/ }).click()
    await page.getByRole('combobox', { name: /^(Language|语言)$/ }).selectOptions(language)
  }

  await shown(day('en-US'))
  await shown('Paused: turn limit reached')
  await expect.element(log.getByRole('button', { name: 'Copy', exact: true }).last()).toBeInTheDocument()
  await switchTo('简体中文')
  const name = page.getByRole('combobox', { name: '语言' })
  await expect.element(name).toHaveValue('zh')
  await expect.poll(() => document.documentElement.lang).toBe('zh-Hans')
  await userEvent.keyboard('{Escape}')

  await shown(day('zh-CN'))
  await shown('已暂停：达到轮数上限')
  await shown('编辑 1 个文件、运行代码 1 次')
  await expect.element(page.getByText(/^已在 \d+ 步后暂停。$/).first()).toBeInTheDocument()
  await expect.element(page.getByRole('navigation', { name: '会话' })).toHaveTextContent('今天')
  await expect.element(page.getByRole('textbox', { name: '消息' })).toHaveAttribute('placeholder', '需要我帮你做什么？')
  // what is not drawn by Solid follows too
  await expect.element(log.getByText('自动换行')).toBeInTheDocument()
  await expect.poll(() => document.title).toBe(`${title.replace('\u202e', '\\u202e')} · Reflexor`)

  // the title turns nothing round beside it, and nothing is wider than the page
  const meta = document.querySelector('.session-meta')?.lastChild as Text
  const edges = [0, meta.data.length - 1].map((at) => {
    const sign = document.createRange()
    sign.setStart(meta, at)
    sign.setEnd(meta, at + 1)
    return sign.getBoundingClientRect().left
  })
  expect(edges[0]).toBeLessThan(edges[1] ?? 0)
  await page.viewport(390, 844)
  await expect.poll(() => innerWidth).toBe(390)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1280, 800)

  await switchTo('English')
  await expect.poll(() => document.documentElement.lang).toBe('en')
  await userEvent.keyboard('{Escape}')
  await shown(day('en-US'))
  await shown('Edited a file, ran code')

  // as after a reload: nothing is known but what the browser keeps
  await switchTo('简体中文')
  await expect.poll(() => chosenBefore(localStorage)).toBe('zh')
  document.querySelector('#root')?.remove()
  await speak('en')
  await speak(languageOf(chosenBefore(localStorage), ['en']))
  const silent = makeFakeWorker()
  silent.preferences = fake.preferences
  await openPage(silent, '#/', true)
  expect(document.querySelector('h1')?.textContent).toBe('欢迎使用 Reflexor')
  expect(document.documentElement.lang).toBe('zh-Hans')
})

it('in Chinese a tab with words in its message box was not taken along by an update: they are kept, as in English', async () => {
  onTestFinished(() => speak('en'))
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go')])
  await openPage(fake, '#/session/one')
  for (const language of ['en', 'zh'] as const) {
    await speak(language)
    const box = page.getByRole('textbox', { name: language === 'en' ? 'Message' : '消息' })
    await box.fill('half a thought')
    expect(hasUnsavedText(document)).toBe(false)
  }
  // a form that nobody keeps
  const field = document.createElement('input')
  field.value = 'half a form'
  document.body.append(field)
  onTestFinished(() => field.remove())
  expect(hasUnsavedText(document)).toBe(true)
})

it('in Chinese, a session without a name and a copy had English names among the commands and where they are shared', async () => {
  onTestFinished(() => speak('en'))
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go')], { title: '风筝 (branch)' })
  fake.addSession('two', [userRow(0, 'Go')], { title: 'New session' })
  await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('风筝 (branch)')
  await speak('zh')
  await expect.element(page.getByRole('textbox', { name: '消息' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const asked = page.getByRole('combobox', { name: '命令', exact: true })
  const found = page.getByRole('group', { name: '会话', exact: true }).getByRole('option')
  for (const [words, title] of [
    ['分支', '风筝（分支）'],
    ['branch', '风筝（分支）'],
    ['新会话', '新会话'],
    ['New session', '新会话'],
  ] as const) {
    await asked.fill(words)
    await expect.element(found).toHaveTextContent(title)
  }
  await asked.fill('分享此会话')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^“风筝（分支）”/)).toBeVisible()
})
