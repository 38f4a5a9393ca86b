import type { Log } from './log.ts'

const PATIENCE_MS = 20_000

/**
 * Ends the process in order: on SIGINT, on SIGTERM, and when a parent that started it with an IPC
 * channel is gone (so that a killed parent leaves no orphan). `close` runs once; a second SIGINT
 * or SIGTERM, or a close that takes too long, ends the process at once.
 */
export const closeOnSignals = (close: () => Promise<void>, log: Log): void => {
  let closing = false
  const shutDown = (reason: string) => {
    if (closing) {
      if (reason !== 'disconnect') process.exit(1)
      return
    }
    closing = true
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
