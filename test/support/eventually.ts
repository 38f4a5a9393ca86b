/** Upper bound on any wait, generous for slow machines. */
export const HANG_MS = 120_000

/** Polls `look` until it returns a truthy value. Throws after `timeoutMs`. */
export const eventually = async <T>(
  look: () => Promise<T | undefined | false>,
  timeoutMs = HANG_MS,
): Promise<T> => {
  const giveUpAt = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > giveUpAt) throw new Error(`Not seen within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
