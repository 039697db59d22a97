import { type Component, createComponent, createSignal, For, type JSX, Suspense } from 'solid-js'
import { render } from 'solid-js/web'
import { expect, it, onTestFinished } from 'vitest'
import { lazy } from '../../../../src/ui/base/kit/lazy.ts'

type Props = { name: string }

/** Places with this component, and the hand that lets its code arrive. */
function placesWith(names: string[]) {
  let arrive = (): void => {}
  let fail = (_: Error): void => {}
  let loads = 0
  const part = lazy<Props>(
    () =>
      new Promise((resolve, reject) => {
        loads++
        arrive = () => resolve({ default: Part })
        fail = reject
      }),
  )
  const Part: Component<Props> = (props) => document.createTextNode(`[${props.name}]`)
  const [shown, setShown] = createSignal(names)
  const [alone, setAlone] = createSignal<string[]>([])
  const root = document.createElement('div')
  document.body.append(root)
  const place = (name: string): JSX.Element =>
    createComponent(Suspense, {
      fallback: `(${name})`,
      get children() {
        return createComponent(part, { name })
      },
    })
  const dispose = render(
    () => [
      createComponent(For<string[], JSX.Element>, {
        get each() {
          return shown()
        },
        children: place,
      }),
      createComponent(For<string[], JSX.Element>, {
        get each() {
          return alone()
        },
        children: place,
      }),
    ],
    root,
  )
  onTestFinished(() => {
    dispose()
    root.remove()
  })
  return {
    text: () => root.textContent,
    setShown,
    setAlone: (name: string) => setAlone([name]),
    arrive: () => arrive(),
    fail: () => fail(new Error('no network')),
    loads: () => loads,
  }
}

it('a place whose neighbour was taken away while the code loaded is not left empty', async () => {
  const places = placesWith(['a', 'b', 'c'])
  expect(places.text()).toBe('(a)(b)(c)')
  // a row of a virtual list that is out of sight; it was the first that asked
  places.setShown(['b', 'c'])
  places.setAlone('d')
  places.arrive()
  await expect.poll(places.text).toBe('[b][c][d]')
  places.setShown(['b', 'c', 'e'])
  expect(places.text()).toBe('[b][c][e][d]')
  expect(places.loads()).toBe(1)
})

it('code that could not be loaded is said so in its place, harms nothing else, and is asked for again by the next place', async () => {
  const places = placesWith(['a'])
  places.fail()
  await expect.poll(places.text).toBe('Couldn’t load this part of the app. Reload the page.')
  places.setShown([])
  places.setAlone('b')
  expect([places.text(), places.loads()]).toEqual(['(b)', 2])
  places.arrive()
  await expect.poll(places.text).toBe('[b]')
})
