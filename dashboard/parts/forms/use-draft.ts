import { useState } from 'react'

export interface Draft<Values> {
  values: Values
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void
  changed: Partial<Values>
  isChanged: boolean
  reset(): void
}

/** Overlays edits on the saved values: concurrent changes show in unedited fields. */
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
