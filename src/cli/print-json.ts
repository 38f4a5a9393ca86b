/** Prints a JSON document; bigints become strings. */
export const printJson = (document: object): void =>
  console.log(
    JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2),
  )
