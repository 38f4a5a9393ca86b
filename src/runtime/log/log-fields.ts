import { AsyncLocalStorage } from 'node:async_hooks'

type Fields = Readonly<Record<string, string>>

const current = new AsyncLocalStorage<Fields>()

/** Adds `fields` to all log lines of `run`, across awaits. */
export const withLogFields = <T>(fields: Fields, run: () => T): T => current.run(fields, run)

export const logField = (name: string): string | undefined => current.getStore()?.[name]

/** A copy, because pino adds to it. */
export const currentLogFields = (): Record<string, string> => ({ ...current.getStore() })
