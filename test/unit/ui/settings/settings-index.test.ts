import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { speak } from '../../../../src/ui/base/words/language.ts'
import { settingsFor } from '../../../../src/ui/settings/settings-index.ts'

const first = (query: string): string | undefined => settingsFor(query)[0]?.label

describe('a setting', () => {
  beforeEach(() => void vi.stubGlobal('document', { documentElement: { lang: '' } }))
  afterEach(async () => {
    await speak('en')
    vi.unstubAllGlobals()
  })

  it('is found by its own words and by others for the same', () => {
    expect(first('dark mode')).toBe('Theme')
    expect(first('中文')).toBe('Language')
    expect(first('temperature')).toBe('Temperature')
    expect(first('bigger font')).toBe('Text size')
    expect(first('send enter')).toBe('Key that sends')
    expect(first('xyzzy')).toBeUndefined()
  })

  it('is found by Chinese and by English words on a Chinese page', async () => {
    await speak('zh')
    expect(first('主题')).toBe('Theme')
    expect(first('夜间')).toBe('Theme')
    expect(first('dark mode')).toBe('Theme')
    expect(first('mcp 服务器')).toBe('MCP servers')
    expect(first('xyzzy')).toBeUndefined()
  })
})
