import { AsyncLocalStorage } from 'node:async_hooks'

type Fields = Readonly<Record<string, string>>

const current = new AsyncLocalStorage<Fields>()

/** Runs something whose log lines all carry `fields`, also those of what it calls and awaits. */
export const withLogFields = <T>(fields: Fields, run: () => T): T => current.run(fields, run)

/** A new object each time: whoever asks adds to it. */
export const currentLogFields = (): Record<string, string> => ({ ...current.getStore() })
