/** Upper bound on any wait, generous for slow machines. */
export const HANG_MS = 120_000

/** The pauses grow, because polls take CPU time from the awaited work. */
const FIRST_PAUSE_MS = 10
const LAST_PAUSE_MS = 50

/** Polls `look` until truthy. Throws after `timeoutMs`. */
export const eventually = async <T>(
  look: () => Promise<T | undefined | false>,
  timeoutMs = HANG_MS,
): Promise<T> => {
  const giveUpAt = Date.now() + timeoutMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LAST_PAUSE_MS)) {
    const found = await look()
    if (found) return found
    if (Date.now() > giveUpAt) throw new Error(`Not seen within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
