/** Start of a day in the reader's time zone, `later` days after `day` (`2026-05-04`). */
export const startOfDay = (day: string, later = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
