import { parseSync } from 'vite'

/** One arrow from a source file: what it imports, as written in the text, and how. */
export type SourceImport = {
  target: string
  /** `worker`: `new Worker(new URL(target, import.meta.url), { type: 'module' })`; `url`: any other URL of a module. */
  kind: 'value' | 'type' | 'dynamic' | 'worker' | 'url'
  /** Names that are imported or re-exported; `*` for a namespace. */
  names: string[]
}

export type ParsedSource = {
  imports: SourceImport[]
  /** The file has only imports and re-exports: a barrel. */
  onlyPassesOn: boolean
  /** Imports that no check can follow. */
  untraceable: string[]
}

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** By path and text: several checks parse the same file. */
const parsed = new Map<string, ParsedSource>()

/**
 * Reads the imports of one TypeScript file with Vite's own parser. `import { type X }` is a value import: under
 * verbatimModuleSyntax the emitted file still loads the module.
 * @throws SyntaxError for a file that does not parse.
 */
export function parseSource(path: string, code: string): ParsedSource {
  const name = `${path}\0${code}`
  const found = parsed.get(name) ?? parse(path, code)
  parsed.set(name, found)
  return found
}

function parse(path: string, code: string): ParsedSource {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  const body = program.body as unknown as Node[]
  const imports: SourceImport[] = []
  const untraceable: string[] = []
  for (const node of body) visit(node, imports, untraceable)
  return { imports, untraceable, onlyPassesOn: body.length > 0 && body.every(passesOn(body)) }
}

/** A re-export, an import, or an `export { a }` of something imported. */
function passesOn(body: Node[]): (node: Node) => boolean {
  const reexports = body.some((node) => node.type.startsWith('Export'))
  return (node) =>
    reexports &&
    (node.type === 'ImportDeclaration' ||
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && !isNode(node['declaration'])))
}

function visit(node: Node, imports: SourceImport[], untraceable: string[]): void {
  const arrow = arrowOf(node)
  if (arrow === 'untraceable') untraceable.push(node.type)
  else if (arrow) imports.push(arrow)
  // the URL inside a worker is part of that arrow
  if (arrow !== 'untraceable' && arrow?.kind === 'worker') return
  for (const child of Object.values(node))
    for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) visit(each, imports, untraceable)
}

function arrowOf(node: Node): SourceImport | 'untraceable' | undefined {
  const source = textOf(node['source'])
  switch (node.type) {
    case 'ImportDeclaration':
      return { target: source ?? '', kind: node['importKind'] === 'type' ? 'type' : 'value', names: namesOf(node) }
    case 'ExportAllDeclaration':
      return { target: source ?? '', kind: node['exportKind'] === 'type' ? 'type' : 'value', names: ['*'] }
    case 'ExportNamedDeclaration':
      if (source === undefined) return undefined
      return { target: source, kind: node['exportKind'] === 'type' ? 'type' : 'value', names: namesOf(node) }
    case 'ImportExpression':
      return source === undefined ? 'untraceable' : { target: source, kind: 'dynamic', names: ['*'] }
    case 'TSImportType':
      return { target: textOf(node['source']) ?? textOf(node['argument']) ?? '', kind: 'type', names: ['*'] }
    case 'NewExpression':
      return urlArrow(node)
    case 'MemberExpression':
      // import.meta.glob imports whatever is in the folder
      return isImportMeta(node['object']) && (node['property'] as Node)['name'] === 'glob' ? 'untraceable' : undefined
    default:
      return undefined
  }
}

function urlArrow(node: Node): SourceImport | undefined {
  const callee = (node['callee'] as Node)['name']
  const [first, second] = node['arguments'] as (Node | undefined)[]
  if (callee === 'Worker' && first?.type === 'NewExpression') {
    const url = urlArrow(first)
    return url && isModuleOption(second) ? { ...url, kind: 'worker' } : undefined
  }
  const isModuleUrl = callee === 'URL' && second?.type === 'MemberExpression' && isImportMeta(second['object'])
  const target = textOf(first)
  return isModuleUrl && target !== undefined ? { target, kind: 'url', names: ['*'] } : undefined
}

function isModuleOption(options: Node | undefined): boolean {
  if (options?.type !== 'ObjectExpression') return false
  return (options['properties'] as Node[]).some(
    (property) => (property['key'] as Node | undefined)?.['name'] === 'type' && textOf(property['value']) === 'module',
  )
}

const isImportMeta = (value: unknown): boolean => isNode(value) && value.type === 'MetaProperty'

function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'TSLiteralType') return textOf(value['literal'])
  return value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined
}

function namesOf(node: Node): string[] {
  return (node['specifiers'] as Node[]).map((specifier) => {
    const imported = (specifier['imported'] ?? specifier['local']) as Node
    if (specifier.type === 'ImportDefaultSpecifier') return 'default'
    return specifier.type === 'ImportNamespaceSpecifier' ? '*' : String(imported['name'] ?? imported['value'])
  })
}
