/**
 * Runs the steps of one key after one another, in the order of their coming, whatever each of them has to wait for;
 * keys do not wait for each other.
 */
export function makeInOrder(): <Value>(key: string, step: () => Promise<Value>) => Promise<Value> {
  const queues = new Map<string, Promise<void>>()
  return (key, step) => {
    const result = (queues.get(key) ?? Promise.resolve()).then(step)
    const end = result.then(settled, settled).then(() => {
      if (queues.get(key) === end) queues.delete(key)
    })
    queues.set(key, end)
    return result
  }
}

const settled = (): void => {}
