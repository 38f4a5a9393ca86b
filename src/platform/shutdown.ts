import { errorMessage } from './failure.ts'

/** Ctrl-C reaches a program under npm twice: from the terminal, and again from npm. */
const SAME_SIGNAL_MS = 2_000

/**
 * Ends the process in order: on SIGINT, on SIGTERM, and when a parent that started it with an IPC
 * channel is gone (so that a killed parent leaves no orphan). `close` runs once; SIGINT or SIGTERM
 * again after a moment, or a close that takes longer than `patienceMs`, ends the process at once.
 */
export const closeOnSignals = (close: () => Promise<void>, patienceMs: () => number): void => {
  let closingSince: number | undefined
  const shutDown = (reason: string) => {
    if (closingSince) {
      const isAgain = reason !== 'disconnect' && Date.now() - closingSince > SAME_SIGNAL_MS
      if (isAgain) process.exit(1)
      return
    }
    closingSince = Date.now()
    setTimeout(() => process.exit(1), patienceMs()).unref()
    close().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`Did not stop cleanly: ${errorMessage(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', shutDown)
  process.on('SIGTERM', shutDown)
  process.on('disconnect', () => shutDown('disconnect'))
  whenNpmIsGone(() => shutDown('disconnect'))
}

const LOOK_FOR_NPM_MS = 500

/**
 * npm passes SIGTERM on to the shell between it and us, which dies of it without a word to us: we
 * are an orphan then, and the user believes that the program has stopped.
 */
const whenNpmIsGone = (act: () => void): void => {
  if (!process.env.npm_lifecycle_event) return
  const { ppid } = process
  setInterval(() => {
    if (process.ppid !== ppid) act()
  }, LOOK_FOR_NPM_MS).unref()
}
