/** Noon keeps date arithmetic clear of day boundaries. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

export const dayOf = (noon: Date): string => noon.toISOString().slice(0, 10)

export const isDay = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const noon = noonOf(value)
  return !Number.isNaN(noon.getTime()) && dayOf(noon) === value
}

/** Reads a day of an address; drops an impossible one. */
export const searchDay = (value: unknown): string | undefined => (isDay(value) ? value : undefined)
