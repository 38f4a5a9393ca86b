/** Writes a parameter as node-postgres does, so that the server alone decides about its type. */
export const wireText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayText(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const arrayText = (values: readonly unknown[]): string =>
  `{${values.map((value) => (Array.isArray(value) ? arrayText(value) : elementText(value))).join(',')}}`

const elementText = (value: unknown): string => {
  const text = wireText(value)
  return text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
