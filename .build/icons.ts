import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const NAME = /^~icons\/lucide\/([\w-]+)$/

/**
 * `import Quote from '~icons/lucide/quote'`: a component that draws this icon of Lucide with src/ui/base/kit/Icon.tsx,
 * as one path.
 */
export function icons(): Plugin {
  const drawings: { icons: Record<string, { body: string }> } = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json'), 'utf8'),
  )
  const icon = fileURLToPath(new URL('../src/ui/base/kit/Icon.tsx', import.meta.url))
  return {
    name: 'reflexor:icons',
    enforce: 'pre',
    resolveId: (source) => (NAME.test(source) ? `\0${source}` : null),
    load: {
      filter: { id: /^\0~icons\// },
      handler: (id) => {
        const name = NAME.exec(id.slice(1))?.[1] ?? ''
        const drawing = drawings.icons[name]
        if (drawing === undefined) throw new Error(`Lucide has no icon ${name}.`)
        return `import Icon from ${JSON.stringify(icon)}
export default (props) => Icon(${JSON.stringify(onePath(drawing.body))}, props)`
      },
    },
  }
}

/** The elements of a drawing (circles, rounded rectangles and paths, all unfilled) as one path. */
export function onePath(body: string): string {
  return [...body.matchAll(/<(\w+)([^>]*?)\/>/g)]
    .map(([, name, attributes = '']) => {
      const given = new Map([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]))
      const of = (key: string): number => Number(given.get(key) ?? 0)
      const [x, y, r] = [of('x'), of('y'), of('r')]
      // the first step of a path may be relative to the end of the path before it
      if (name === 'path') return `M0 0${given.get('d')}`
      if (name === 'circle')
        return `M${of('cx') - r} ${of('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
      if (name !== 'rect') throw new Error(`An icon draws a ${name}.`)
      const c = of('rx')
      const [across, down] = [of('width') - 2 * c, of('height') - 2 * c]
      const corner = (to: string): string => (c === 0 ? '' : `a${c} ${c} 0 0 1 ${to}`)
      const round = `h${across}${corner(`${c} ${c}`)}v${down}${corner(`${-c} ${c}`)}h${-across}${corner(`${-c} ${-c}`)}v${-down}`
      return `M${x + c} ${y}${round}${corner(`${c} ${-c}`)}z`
    })
    .join('')
}
