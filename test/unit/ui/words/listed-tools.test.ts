import { describe, expect, it } from 'vitest'
import { ALL_TOOLS } from '../../../../src/tools/all-tools.ts'
import { zh } from '../../../../src/ui/base/words/zh.ts'
import { folderToolsInGeneral } from '../../../../src/worker/policy/folder-tools.ts'

describe('the tools that the settings list', () => {
  const listed = [...ALL_TOOLS, ...folderToolsInGeneral()].filter(({ name }) => !name.startsWith('test_'))

  it.each(listed.map(({ name, label, description }) => ({ name, label, description })))(
    '$name has a Chinese name and says in Chinese what it does',
    ({ label, description }) => {
      expect(zh).toHaveProperty([label])
      expect(zh).toHaveProperty([description])
    },
  )
})
