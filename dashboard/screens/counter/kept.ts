import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const callListeners = (): void => {
  for (const listener of listeners) listener()
}
window.addEventListener('storage', callListeners)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const parsed = (json: string | null): unknown => {
  try {
    return JSON.parse(json ?? 'null')
  } catch {
    return null
  }
}

export interface Kept<Value> {
  get(): Value
  /** Throws if the browser stores nothing, such as in some private windows. */
  set(value: Value): void
  forget(): void
  use(): Value
}

/** Value that this device keeps over a reload and shares among its tabs. */
export const kept = <Value>(key: string, read: (json: unknown) => Value): Kept<Value> => {
  let raw: string | null | undefined
  let value: Value | undefined
  const get = (): Value => {
    const now = localStorage.getItem(key)
    if (value === undefined || raw !== now) {
      raw = now
      value = read(parsed(now))
    }
    return value
  }
  return {
    get,
    set: (next) => {
      localStorage.setItem(key, JSON.stringify(next))
      callListeners()
    },
    forget: () => {
      localStorage.removeItem(key)
      callListeners()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}

/** Rows of one kind, each under its own key: two tabs never overwrite each other's. */
export const keptRows = <Row>(prefix: string, read: (json: unknown) => Row | undefined) => {
  let raw = ''
  let rows: readonly Row[] = []
  const all = (): readonly Row[] => {
    const found = Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .toSorted()
      .map((key) => localStorage.getItem(key) ?? '')
    const now = found.join('\n')
    if (now !== raw) {
      raw = now
      rows = found.flatMap((json) => read(parsed(json)) ?? [])
    }
    return rows
  }
  return {
    all,
    set: (id: string, row: Row) => {
      localStorage.setItem(`${prefix}${id}`, JSON.stringify(row))
      callListeners()
    },
    forget: (id: string) => {
      localStorage.removeItem(`${prefix}${id}`)
      callListeners()
    },
    use: () => useSyncExternalStore(subscribe, all),
  }
}
