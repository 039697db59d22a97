import '../../../src/ui/base/styles/main.css'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { tellWhy } from '../../../src/ui/page/boot/cannot-start.ts'

it('why the app cannot start here, and what to do, stands in the place of the skeleton, in the language of the browser', async () => {
  const root = document.createElement('div')
  root.id = 'root'
  root.append('a skeleton')
  document.body.append(root)
  const { lang } = document.documentElement
  onTestFinished(() => {
    root.remove()
    document.documentElement.lang = lang
  })
  const alert = page.getByRole('main').getByRole('alert')

  tellWhy(false, ['fr', 'en-GB', 'zh'], true)
  await expect.element(page.getByRole('heading', { name: 'Reflexor can’t start here' })).toBeVisible()
  await expect.element(alert).toHaveTextContent(/doesn’t let Reflexor save data here.*Allow site data/)
  await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(root).not.toHaveTextContent('a skeleton')
  expect(document.documentElement.lang).toBe('en')

  tellWhy(false, ['zh-CN', 'en'], false)
  await expect.element(alert).toHaveTextContent(/普通 http:\/\/ 打开.*请通过 https:\/\/ 打开/)
  expect(document.documentElement.lang).toBe('zh-Hans')

  tellWhy(true, [], true)
  await expect.element(root).toHaveTextContent(/^Reflexor doesn’t run inside another site’s page\./)
  expect(root.querySelector('button')).toBe(null)
})
