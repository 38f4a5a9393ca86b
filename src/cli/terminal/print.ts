import { DAY, HOUR, MINUTE, SECOND } from '../../runtime/clock.ts'

/** Prints a JSON document; bigints become strings. */
export const printReportJson = (document: object): void =>
  console.log(
    JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2),
  )

/** Formats `40 s`, `5 min`, `3 h` or `2 d`. */
export const compactAge = (ageMs: number): string => {
  if (ageMs < MINUTE) return `${Math.max(Math.floor(ageMs / SECOND), 0)} s`
  if (ageMs < HOUR) return `${Math.floor(ageMs / MINUTE)} min`
  if (ageMs < DAY) return `${Math.floor(ageMs / HOUR)} h`
  return `${Math.floor(ageMs / DAY)} d`
}

/** Formats `1 order waits` or `2 orders wait`. */
export const counted = (
  count: number,
  thing: string,
  [one, more]: readonly [one: string, more: string] | readonly [] = [],
): string => {
  const verb = count === 1 ? one : more
  return `${count} ${thing}${count === 1 ? '' : 's'}${verb ? ` ${verb}` : ''}`
}
