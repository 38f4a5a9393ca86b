/** Older failures no longer count. */
const FAILED_LATELY_MS = 30_000

export type IntakeWatch = ReturnType<typeof watchIntake>

/** Tracks whether signed deliveries can be stored. */
export const watchIntake = () => {
  let failedAt: number | undefined
  return {
    stored: (): void => {
      failedAt = undefined
    },
    failed: (): void => {
      failedAt = performance.now()
    },
    isFailing: (): boolean =>
      failedAt !== undefined && performance.now() - failedAt < FAILED_LATELY_MS,
  }
}
