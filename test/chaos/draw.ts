/** Seeded random numbers. */
export interface Draw {
  /** In [0, 1). */
  next(): number
  /** Integer; inclusive bounds. */
  between(from: number, to: number): number
  oneOf<T>(choices: readonly [T, ...T[]]): T
}

/** mulberry32. */
export const drawFrom = (seed: number): Draw => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    oneOf: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
  }
}
