/** What fits an agent's tools and a little work, in tokens. */
const ENOUGH = 16_000

/** What to do where a server on one's own has loaded a model with little room; null: there is enough, or it is not for the person to say. */
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
/** By the port at which a server usually listens. */
const LARGER: Record<string, (model: string) => string> = {
  [OLLAMA]: () => 'OLLAMA_CONTEXT_LENGTH=32768 ollama serve',
  '1234': (model) => `lms load ${model} --context-length 32768`,
  '8080': () => 'llama-server --jinja -c 32768 -m <your model>',
  '8000': (model) => `vllm serve ${model} --max-model-len 32768`,
}
