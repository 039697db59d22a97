import { createComponent } from 'solid-js'
import { render } from 'solid-js/web'
import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../../../src/ui/base/styles/main.css'
import { Menu } from '../../../../src/ui/base/kit/Menu.tsx'

it('a menu is wholly in view and above all else, at every edge and within what clips', async () => {
  await page.viewport(390, 600)
  const chosen: string[] = []
  for (const place of ['left:0;top:0', 'right:0;top:0', 'left:0;bottom:0', 'right:0;bottom:0']) {
    const clip = document.createElement('div')
    clip.setAttribute('style', `position:fixed;${place};width:2.5rem;height:2.5rem;overflow:hidden;contain:strict`)
    const cover = document.createElement('div')
    cover.setAttribute('style', 'position:fixed;inset:3rem 0;z-index:5;background:white')
    document.body.append(clip, cover)
    const items = ['A model with a long name (of a provider)', 'Another'].map((label) => ({
      label,
      run: () => void chosen.push(`${place} ${label}`),
    }))
    const dispose = render(() => createComponent(Menu, { label: 'More', icon: 'x', items }), clip)
    onTestFinished(dispose)
    await page.getByRole('button', { name: 'More' }).click()
    await expect.element(page.getByRole('menu', { name: 'More' })).toBeVisible()
    const menu = page.getByRole('menu', { name: 'More' }).element()
    const { left, right, top, bottom } = menu.getBoundingClientRect()
    expect(left >= 0 && right <= 390 && top >= 0 && bottom <= 600, `${place}: ${left} ${right} ${top} ${bottom}`).toBe(
      true,
    )
    expect(menu.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))).toBe(true)
    await expect.poll(() => document.activeElement?.textContent).toContain('long name')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => chosen.at(-1)).toBe(`${place} Another`)
    await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus()
    dispose()
    clip.remove()
    cover.remove()
  }
})
