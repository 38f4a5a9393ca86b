export interface Row {
  what: string
  figure: string
  /** Of the limit, where there is one. */
  ratio?: string
  note: string
}

export const printTable = (rows: readonly Row[]): void => {
  const lines = [{ what: 'what', figure: 'figure', ratio: 'ratio', note: 'note' }, ...rows]
  for (const { what, figure, ratio = '', note } of lines) {
    console.log(`${what.padEnd(42)}${figure.padStart(14)}${ratio.padStart(8)}   ${note}`)
  }
}

/** The value below which the given share of the values lies. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
