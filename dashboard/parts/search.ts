/** Fields of an address, as the router parses them. */
export type GivenSearch = Readonly<Record<string, unknown>>

/** Drops undefined fields. */
export const known = <Fields extends object>(
  fields: Fields,
): { [F in keyof Fields]?: NonNullable<Fields[F]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [F in keyof Fields]?: NonNullable<Fields[F]>
  }

type Readers = Readonly<Record<string, (given: unknown) => unknown>>

/** Parses a URL field by field; drops invalid ones. */
export const searchOf =
  <Fields extends Readers>(fields: Fields) =>
  (given: GivenSearch): { [F in keyof Fields]?: NonNullable<ReturnType<Fields[F]>> } =>
    known(
      Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(given[name])])),
    ) as { [F in keyof Fields]?: NonNullable<ReturnType<Fields[F]>> }

/** Trims blanks; `undefined` if empty. */
export const searchText = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text.slice(0, 191)
}

export const pickOneOf = <Value>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given)

export const readOneOf =
  <Value>(values: readonly Value[]) =>
  (given: unknown): Value | undefined =>
    pickOneOf(values, given)
