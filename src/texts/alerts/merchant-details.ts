const OUR_IDS = /\s?\(?\b(?:pay|ord|ref|tsk|prb|evt|rec)_\w+\)?/g

/** Drops commands and Puente's ids from an alert's details. */
export const detailsForMerchants = (details: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details)
      .filter(([name, value]) => !HIDDEN_FIELDS.has(name) && !isOurId(value))
      .map(([name, value]) => [name, withoutHidden(value)]),
  )

const HIDDEN_FIELDS: ReadonlySet<string> = new Set([
  'command',
  'meanings',
  'attempt',
  'task',
  'task_id',
])
const isOurId = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:pay|ord|ref|tsk|prb|evt|rec)_\w+$/.test(value)

const withoutHidden = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((each) => !isOurId(each)).map(withoutHidden)
  if (typeof value === 'string') return value.replace(OUR_IDS, '')
  if (typeof value !== 'object' || value === null) return value
  return detailsForMerchants({ ...value })
}
