import { describe, expect, it } from 'vitest'
import { lexBounded } from '../../../../src/ui/rendering/bounded-lexer.ts'
import { finished } from '../../../../src/ui/rendering/half-written.ts'
import { blocksOf, nextBlocks } from '../../../../src/ui/rendering/markdown-blocks.ts'
import { fileOptions, lexerOptions, renderTokens } from '../../../../src/ui/rendering/markdown-render.ts'

/** Markdown as people and models write it: kinds of public reports (see the README of `src/ui`). */

const html = (text: string, options = lexerOptions): string => renderTokens(lexBounded(text, {}, options)).trim()
const cells = (text: string): string[][] =>
  [...html(text).matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = '']) => cell),
  )
const codes = (text: string): string[] =>
  [...blocksOf(text, lexerOptions)].flatMap(({ block }) => (block.kind === 'code' ? [block.text] : []))

describe('a pipe in code or in a formula tore the cell, and what was left over at the end of the row was dropped', () => {
  const head = '| a | b |\n|---|---|\n'
  it.each([
    ['`a|b`', '<code>a|b</code>'],
    ['`a \\| b`', '<code>a | b</code>'],
    ['`` a|`|b ``', '<code>a|`|b</code>'],
    ['$|x|$', '<var>|x|</var>'],
    ['$P(A|B)$', '<var>P(A|B)</var>'],
    ['$\\|x\\|_2$', '<var>\\|x\\|_2</var>'],
    ['$\\{x | x > 0\\}$', '<var>\\{x | x &#62; 0\\}</var>'],
    ['\\(|x|\\)', '<var>|x|</var>'],
    ['$$|x|$$', '<samp>|x|</samp>'],
    ['x \\| y', 'x | y'],
    ['\\$5 and \\$6', '$5 and $6'],
    ['`a` and `b|c` and $|d|$', '<code>a</code> and <code>b|c</code> and <var>|d|</var>'],
  ])('%s', (cell, shown) => {
    expect(cells(`${head}| ${cell} | two |\n| one | ${cell} |`)).toEqual([
      ['a', 'b'],
      [shown, 'two'],
      ['one', shown],
    ])
    expect(cells(`${cell} | b\n---|---\none | ${cell}\n`)).toEqual([
      [shown, 'b'],
      ['one', shown],
    ])
  })

  it('cells beyond the last column stay in it', () => {
    expect(cells(`${head}| 1 | 2 | 3 |\n| 1 | 2 | | 4 |\n| 1 | 2 | | |\n| 1 |`)).toEqual([
      ['a', 'b'],
      ['1', '2 | 3'],
      ['1', '2 | | 4'],
      ['1', '2'],
      ['1', ''],
    ])
  })

  it('marks that nothing closes in their row part nothing, and prices are no formula', () => {
    expect(cells(`${head}| \`a | b\` c\` |\n| $5 | $6 |\n| 5$ | 6$ |\n| $x | y |`)).toEqual([
      ['a', 'b'],
      ['<code>a | b</code> c`', ''],
      ['$5', '$6'],
      ['5$', '6$'],
      ['$x', 'y'],
    ])
  })

  it('the source of a table is what was written', () => {
    const text = `${head}| \`a|b\` | $|x|$ | over |\n`
    const tokens = lexBounded(`${text}\nAfter`, {}, lexerOptions)
    expect(tokens.map(({ raw }) => raw).join('')).toBe(`${text}\nAfter`)
  })

  it('its first line is a table while it is being written', () => {
    expect(html(finished('| `a|b` | c |'))).toContain('<th><code>a|b</code></th>\n<th>c</th>')
  })
})

describe('a bare address took the sign behind it along, and led to another host', () => {
  const signs = [
    '。',
    '，',
    '、',
    '；',
    '：',
    '？',
    '！',
    '）',
    '」',
    '』',
    '】',
    '》',
    '〉',
    '”',
    '’',
    '…',
    '—',
    '～',
    '．',
    '·',
    '　',
  ]
  it.each([...signs, '的', 'の', 'カ', '한', 'ㄅ', '。请看', '（见下）', '»'])('before %s', (sign) => {
    for (const address of ['https://example.com', 'https://example.com/a/b?c=d&e=f#g', 'www.example.com']) {
      const shown = html(`See ${address}${sign} and`)
      const href = address.startsWith('www') ? `http://${address}` : address.replaceAll('&', '&amp;')
      expect(shown).toContain(`<a href="${href}">${address.replaceAll('&', '&amp;')}</a>${sign} and`)
    }
  })

  it('in bold, whose marks were taken along, too', () => {
    expect(html('**https://example.com/pull/1**。做')).toBe(
      '<p><strong><a href="https://example.com/pull/1">https://example.com/pull/1</a></strong>。做</p>',
    )
  })

  it('right behind Chinese, and in brackets', () => {
    expect(html('请看https://example.com/a。谢谢')).toContain('请看<a href="https://example.com/a">')
    expect(html('（https://example.com/a）')).toContain('<a href="https://example.com/a">https://example.com/a</a>）')
  })

  it('letters of other scripts belong to it, and what stands in brackets of its own is as it was written', () => {
    expect(html('https://example.com/caf%C3%A9-größe')).toContain('größe</a>')
    expect(html('<https://zh.wikipedia.org/wiki/中文>')).toContain('中文</a>')
    expect(html('[中文](https://zh.wikipedia.org/wiki/中文)')).toContain('>中文</a>')
  })
})

describe('a single ~ struck out what stood between two of them', () => {
  it.each(['1~3 and 2~4', '~5 to ~6', 'H~2~O', '约~10%~的', '`a` ~b~ c', 'first (~$1.50) and second (~$10)'])(
    '%s',
    (text) => {
      expect(html(text)).not.toContain('<del>')
    },
  )
  it.each([
    ['~~gone~~', '<del>gone</del>'],
    ['~~1~3~~ left', '<del>1~3</del> left'],
    ['~~a **b** c~~', '<del>a <strong>b</strong> c</del>'],
  ])('two still do: %s', (text, shown) => {
    expect(html(text)).toContain(shown)
  })
})

describe('a labelled fence inside a Markdown fence tore it in two', () => {
  const inner = '# Title\n\n```python\nprint(1)\n```\n\nMore.'
  it.each(['markdown', 'md', 'Markdown title="x"', 'mdx'])('in %s', (info) => {
    expect(codes(`Before.\n\n\`\`\`${info}\n${inner}\n\`\`\`\n\nAfter.`)).toEqual([inner])
  })
  it('several of them, one in another, with tildes, and longer ones', () => {
    const two = `${inner}\n\n\`\`\`js\n1\n\`\`\``
    expect(codes(`\`\`\`md\n${two}\n\`\`\`\n`)).toEqual([two])
    const deep = `\`\`\`md\n${inner}\n\`\`\``
    expect(codes(`\`\`\`markdown\n${deep}\n\`\`\`\n`)).toEqual([deep])
    const waves = inner.replaceAll('```', '~~~')
    expect(codes(`~~~markdown\n${waves}\n~~~\n`)).toEqual([waves])
    expect(codes(`\`\`\`\`markdown\n${inner}\n\`\`\`\`\n`)).toEqual([inner])
    const longer = inner.replaceAll('```', '````')
    expect(codes(`\`\`\`markdown\n${longer}\n\`\`\`\n`)).toEqual([longer])
  })
  it('in an item of a list', () => {
    const shown = html(`- Like this:\n\n  \`\`\`markdown\n${inner.replace(/^(?=.)/gm, '  ')}\n  \`\`\`\n\n- Next`)
    expect(shown).toContain('print(1)\n```\n\nMore.\n</code>')
    expect(shown.match(/<li>/g)).toHaveLength(2)
  })
  it('other code, and a document that never ends, are read by the rules', () => {
    expect(codes('```text\na\n```python\nb\n```\nAfter.\n')).toEqual(['a\n```python\nb'])
    expect(codes('```markdown\na\n```python\nb\n```\n\nAfter.\n')).toEqual(['a\n```python\nb'])
    expect(codes('```markdown\n# a\n```\n\n```python\nb\n```\n')).toEqual(['# a', 'b'])
  })
  it('one without a label ends it by the rules: nobody can tell whether it opens or closes, and no text is lost', () => {
    const text = '```markdown\n# a\n```\nb\n```\nc\n```\n\nAfter.\n'
    expect(codes(text)).toEqual(['# a', 'c'])
    for (const word of ['b', 'After.']) expect(html(text)).toContain(word)
    // within a labelled one it is told from it
    expect(codes('````markdown\n# a\n```\nb\n```\n````\n')).toEqual(['# a\n```\nb\n```'])
  })
  it('while it grows it is never torn', () => {
    const text = `\`\`\`markdown\n${inner}\n\`\`\`\n\nAfter.`
    for (let end = text.indexOf('More') + 5; end < text.indexOf('After'); end++) {
      const [step] = nextBlocks(text.slice(0, end), 0, false, {}, lexerOptions)
      expect(step?.block.kind === 'code' && step.block.text.startsWith(inner), text.slice(0, end)).toBe(true)
    }
  })
})

describe('a newline of a chat answer', () => {
  it('was a space, and is a line', () => {
    expect(html('Roses are red\nViolets are blue')).toBe('<p>Roses are red<br>Violets are blue</p>')
    expect(html('- one\n  two\n- three')).toContain('one<br>two')
    expect(html('> one\n> two')).toContain('one<br>two')
    expect(html('**one\ntwo**')).toBe('<p><strong>one<br>two</strong></p>')
  })
  it('of a file stays a space', () => {
    expect(html('Roses are red\nViolets are blue', fileOptions)).toBe('<p>Roses are red\nViolets are blue</p>')
  })
})

describe('marks beside Chinese, Japanese and Korean signs were seen as marks', () => {
  it.each([
    ['请看*“第一节”*的内容', '请看<em>“第一节”</em>的内容'],
    ['*重点：*请看', '<em>重点：</em>请看'],
    ['***重点：***请看', '<em><strong>重点：</strong></em>请看'],
    ['请看***「完了」***です', '请看<em><strong>「完了」</strong></em>です'],
    ['~~旧的。~~新的', '<del>旧的。</del>新的'],
    ['这是~~“旧”~~的', '这是<del>“旧”</del>的'],
    ['__重点：__请看', '<strong>重点：</strong>请看'],
    ['请看__“第一节”__的', '请看<strong>“第一节”</strong>的'],
    ['请__重点__看', '请<strong>重点</strong>看'],
    ['**注意：**API 的用法', '<strong>注意：</strong>API 的用法'],
    ['用API**（可选）**2次', '用API<strong>（可选）</strong>2次'],
    ['**强调：*内*容。**请看', '<strong>强调：<em>内</em>容。</strong>请看'],
    ['**「안녕」**하세요', '<strong>「안녕」</strong>하세요'],
  ])('%s', (text, shown) => {
    expect(html(text)).toBe(`<p>${shown}</p>`)
  })
  it.each(['请看__init__方法', '2 * 3 * 4', '变量a_b_c的值', '`**a。**`的', '\\**重点：\\**请看'])(
    'what is no mark stays: %s',
    (text) => {
      expect(html(text)).not.toMatch(/<(?:em|strong|del)>/)
    },
  )
})

describe('formulas as models write them were text', () => {
  it.each([
    [
      '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}',
      '<p><samp>\\begin{align}\na &#38;= b \\\\\nc &#38;= d\n\\end{align}</samp></p>',
    ],
    [
      'We have \\begin{equation} x = 1 \\end{equation} here',
      '<p>We have <samp>\\begin{equation} x = 1 \\end{equation}</samp> here</p>',
    ],
    ['So:\n\\begin{cases}\nx\n\\end{cases}', '<p>So:</p>\n<p><samp>\\begin{cases}\nx\n\\end{cases}</samp></p>'],
    ['so \\\\(x_1\\\\) and', '<p>so <var>x_1</var> and</p>'],
    ['so \\\\(\\\\frac{1}{2}\\\\) and', '<p>so <var>\\frac{1}{2}</var> and</p>'],
    ['\\\\[ x = \\\\sqrt{2} \\\\]', '<p><samp>x = \\sqrt{2}</samp></p>'],
    ['$$\na = b\n\nc = d\n$$', '<p><samp>a = b\nc = d</samp></p>'],
    ['\\[\na = b\n\n\nc = d\n\\]\n\nAfter', '<p><samp>a = b\nc = d</samp></p><p>After</p>'],
    [
      '\\begin{align*}\na = b\n\nc = d\n\\end{align*}',
      '<p><samp>\\begin{align*}\na = b\nc = d\n\\end{align*}</samp></p>',
    ],
  ])('%j', (text, shown) => {
    expect(html(text).replaceAll('</p>\n<p>After', '</p><p>After')).toBe(shown)
  })

  it.each([
    'It costs $5 and $6.',
    'From $5 to $6, or $7–$8.',
    'US$5 and A$6',
    '$1,000 and $2,000',
    '$5/month or $50/year',
    '\\$5 and \\$6',
    'See \\\\( and \\\\) in a pattern',
    'C:\\\\(x86\\\\',
    '$$\n\nProse between two marks that were left over.\n\n$$',
    '\\begin{document}\nx\n\\end{document}',
  ])('what is none stays: %j', (text) => {
    expect(html(text)).not.toMatch(/<(?:var|samp)>/)
  })

  it.each([
    '$$\na = b\n\nc = d\n$$\n\nAfter',
    '\\begin{align}\na = b\n\n- c = d\n\\end{align}\n\nAfter',
    '\\\\[\na = b\n\\\\]\n\nAfter',
  ])('while it grows, no part of it is text: %j', (text) => {
    const before = 'Words.\n\n'
    for (let end = 4; end < text.length; end++) {
      let at = 0
      const shown: string[] = []
      const cut = before + text.slice(0, end)
      for (;;) {
        const steps = nextBlocks(cut, at, false, {}, lexerOptions)
        const last = steps.at(-1)
        for (const { block, committed } of steps)
          if (block.kind === 'markdown') shown.push(html(committed ? block.raw : finished(block.raw)))
        if (last === undefined || !last.committed || last.end <= at) break
        at = last.end
      }
      const words = shown.join('').replace(/<samp>[\s\S]*?<\/samp>/g, '')
      expect(words, cut).not.toMatch(/[=$]|begin|\\|<li>|a b/)
    }
  })
})
