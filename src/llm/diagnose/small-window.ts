/** Room for an agent's tools and a little work, in tokens. */
const ENOUGH = 16_000

/**
 * What to do if a local server has loaded a model with a small context window; null: it is large enough, or the person
 * cannot change it.
 */
export function smallWindow(
  { baseUrl, model }: { baseUrl: string; model: string },
  window: number | null,
  isOllama = false,
): string | null {
  const line = LARGER[isOllama ? OLLAMA : new URL(baseUrl).port]
  if (window === null || window >= ENOUGH || line === undefined) return null
  return `It was started with a context of ${window.toLocaleString('en')} tokens, which is too small for an agent. Start it with: ${line(model)}`
}

const OLLAMA = '11434'
/** By the usual port of the server. */
const LARGER: Record<string, (model: string) => string> = {
  [OLLAMA]: () => 'OLLAMA_CONTEXT_LENGTH=32768 ollama serve',
  '1234': (model) => `lms load ${model} --context-length 32768`,
  '8080': () => 'llama-server --jinja -c 32768 -m <your model>',
  '8000': (model) => `vllm serve ${model} --max-model-len 32768`,
}
