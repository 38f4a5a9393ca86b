import { useState } from 'react'

export interface Draft<Values> {
  values: Values
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void
  /** What differs from what is saved. */
  changed: Partial<Values>
  isChanged: boolean
  reset(): void
}

/** What is saved with what was typed on top of it, so that a change that comes meanwhile is seen where nobody types. */
export const useDraft = <Values extends object>(saved: Values): Draft<Values> => {
  const [typed, setTyped] = useState<Partial<Values>>({})
  const values = { ...saved, ...typed }
  const names = Object.keys(typed) as (keyof Values)[]
  const changed = Object.fromEntries(
    names.filter((name) => typed[name] !== saved[name]).map((name) => [name, typed[name]]),
  ) as Partial<Values>
  return {
    values,
    set: (name, value) => setTyped((before) => ({ ...before, [name]: value })),
    changed,
    isChanged: Object.keys(changed).length > 0,
    reset: () => setTyped({}),
  }
}
