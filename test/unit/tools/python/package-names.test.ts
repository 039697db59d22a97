import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { version } from 'pyodide'
import { expect, it } from 'vitest'
import { knownModules, PACKAGE_BASE, packagesIn } from '../../../../src/tools/python/package-names.ts'

const lock = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('pyodide/pyodide-lock.json'), 'utf8')) as {
  packages: Record<string, { imports: string[] }>
}

it('the packages that are known by their modules are those of the Python that comes with the app', () => {
  expect(PACKAGE_BASE).toContain(`/v${version}/`)
  const wrong = [...knownModules()].filter(([module, name]) => !lock.packages[name]?.imports.includes(module))
  expect(wrong).toEqual([])
  expect(knownModules().size).toBeGreaterThan(50)
})

it.each([
  ['import numpy as np', ['numpy']],
  ['import os, pandas as pd, csv', ['pandas']],
  ['from PIL import Image\nimport matplotlib.pyplot as plt', ['pillow', 'matplotlib']],
  ['def f():\n    from sklearn.cluster import KMeans', ['scikit-learn']],
  ['import csv, statistics # numpy', []],
  ['# import numpy\nx = "import pandas"', []],
  ['import numpy\nimport numpy.linalg', ['numpy']],
  ['from .pandas import x', []],
  ['import constructor, __proto__', []],
])('%j needs %j', (code, packages) => {
  expect(packagesIn(code)).toEqual(packages)
})

it('a line without end is looked through at once', () => {
  const before = process.cpuUsage().user
  packagesIn(`import ${'a,'.repeat(500_000)}`)
  packagesIn(`${' '.repeat(1_000_000)}import`)
  packagesIn('import '.repeat(150_000))
  expect(process.cpuUsage().user - before).toBeLessThan(2_000_000)
})
