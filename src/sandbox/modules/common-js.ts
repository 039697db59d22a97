/** Wraps the text of a CommonJS library as a module. */
export const common = (code: string, names: readonly string[] = []): string =>
  `const module = { exports: {} }, exports = module.exports;(function () {${code}\n}).call(globalThis);export default module.exports;` +
  (names.length === 0 ? '' : `export const { ${names.join(', ')} } = module.exports`)
