/** A failed step; the message gives the actual result. */
export class StepFailed extends Error {}

/** Runs a step, prints its duration and returns its result. */
export type Step = <T>(title: string, run: () => Promise<T>) => Promise<T>

export const printedSteps = (print: (line: string) => void): Step => {
  return async (title, run) => {
    const startedAt = performance.now()
    const elapsed = () => `${Math.round(performance.now() - startedAt)} ms`.padStart(8)
    try {
      const result = await run()
      print(`  ok    ${title.padEnd(58)}${elapsed()}`)
      return result
    } catch (error) {
      print(`  FAIL  ${title.padEnd(58)}${elapsed()}`)
      throw error
    }
  }
}

export const expectThat = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new StepFailed(otherwise)
}

const PATIENCE_MS = 15_000
const POLL_MS = 10

/** Polls until `look` returns a value; fails with `otherwise` after the timeout. */
export const expectSoon = async <T>(
  look: () => Promise<T | undefined> | T | undefined,
  otherwise: string,
): Promise<T> => {
  const giveUpAt = performance.now() + PATIENCE_MS
  while (performance.now() < giveUpAt) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new StepFailed(`${otherwise} (waited ${PATIENCE_MS / 1000} s)`)
}
