/** Formats `1 order waits` or `2 orders wait`. */
export const counted = (
  count: number,
  thing: string,
  [one, more]: readonly [one: string, more: string] | readonly [] = [],
): string => {
  const verb = count === 1 ? one : more
  return `${count} ${thing}${count === 1 ? '' : 's'}${verb ? ` ${verb}` : ''}`
}
