/**
 * The provider through which the app reaches the bench's own model. @param {string} baseUrl @returns
 * {import('../../src/settings/provider.ts').Provider}
 */
export const benchProvider = (baseUrl) => ({
  id: 'bench',
  kind: 'openai-compatible',
  label: 'Bench',
  baseUrl,
  model: 'bench',
  models: ['bench'],
  createdAt: 1,
})
