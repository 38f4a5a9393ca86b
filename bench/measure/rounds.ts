import { digits } from '../report/section.ts'
import { median } from './statistics.ts'

/** Alternates (A B C, A B C, …), so noise hits all contenders. */
export const inTurns = async <K extends { key: string }, T>(
  contenders: readonly K[],
  rounds: number,
  measure: (contender: K) => Promise<T>,
): Promise<Map<string, T[]>> => {
  const measured = new Map<string, T[]>(contenders.map(({ key }) => [key, []]))
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      measured.get(contender.key)?.push(await measure(contender))
    }
  }
  return measured
}

export const medianOf = <T>(
  measured: ReadonlyMap<string, readonly T[]>,
  key: string,
  figure: (round: T) => number | undefined,
): number => median((measured.get(key) ?? []).map((round) => figure(round) ?? Number.NaN))

/** Formats median and range of the rounds: `3,669 (3,580 to 3,702)`; one round: its figure. */
export const spreadOf = <T>(
  measured: ReadonlyMap<string, readonly T[]>,
  key: string,
  figure: (round: T) => number | undefined,
): string => {
  const values = (measured.get(key) ?? []).map((round) => figure(round) ?? Number.NaN)
  if (values.length < 2) return digits(median(values))
  const range = [Math.min(...values), Math.max(...values)].map(digits)
  return `${digits(median(values))} (${range.join(' to ')})`
}
