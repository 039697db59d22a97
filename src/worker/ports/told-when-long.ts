/** What answers as usual is not worth a word. In ms. */
const LONG = 1500

/** Does `work`, and rejects as it does; `tell` hears of it when it takes long, and then of its end. */
export async function toldWhenLong<Value>(
  work: () => Promise<Value>,
  tell: (waiting: boolean) => void,
): Promise<Value> {
  let told = false
  const timer = setTimeout(() => {
    told = true
    tell(true)
  }, LONG)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (told) tell(false)
  }
}
