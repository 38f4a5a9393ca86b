/** Prints a JSON document; bigints become strings. */
export const printReportJson = (document: object): void =>
  console.log(
    JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2),
  )
