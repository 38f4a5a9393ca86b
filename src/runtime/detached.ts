import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs `work` without its caller's log fields, actor and span. For loops and timers, which outlive
 * the request or task that wakes them.
 */
export const detached: <T>(work: () => T) => T = AsyncLocalStorage.snapshot()
