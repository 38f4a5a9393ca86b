import type { Log } from './log.ts'

const PATIENCE_MS = 20_000

/** Ctrl-C reaches a program under npm twice: from the terminal, and again from npm. */
const SAME_SIGNAL_MS = 2_000

/**
 * Ends the process in order: on SIGINT, on SIGTERM, and when a parent that started it with an IPC
 * channel is gone (so that a killed parent leaves no orphan). `close` runs once; SIGINT or SIGTERM
 * again after a moment, or a close that takes too long, ends the process at once.
 */
export const closeOnSignals = (close: () => Promise<void>, log: Log): void => {
  let closingSince: number | undefined
  const shutDown = (reason: string) => {
    if (closingSince) {
      const isAgain = reason !== 'disconnect' && Date.now() - closingSince > SAME_SIGNAL_MS
      if (isAgain) process.exit(1)
      return
    }
    closingSince = Date.now()
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    close().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', shutDown)
  process.on('SIGTERM', shutDown)
  process.on('disconnect', () => shutDown('disconnect'))
}
