/** Prints one JSON document; what JSON has no number for is a text. */
export const printJson = (document: object): void =>
  console.log(
    JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2),
  )
