/** How much one process takes at a time, from all and from one address (of IPv6, one `/64`). */
export interface Caps {
  /** Each costs some 30 KB, whether it says anything or not. */
  connections: number
  /** Behind a trusted proxy, which holds the connections, so many requests. */
  connectionsOfAddress: number
  /** Of bodies, from their first byte to the end of their answer. */
  bytes: number
  bytesOfAddress: number
}

const MB = 1_048_576

/** `largestBody`: the largest that any route takes, in bytes. */
export const capsFor = (largestBody: number): Caps => ({
  connections: 2_000,
  connectionsOfAddress: 500,
  bytes: Math.max(16 * MB, 8 * largestBody),
  bytesOfAddress: Math.max(8 * MB, 2 * largestBody),
})

/** Counts by address; what is at zero is forgotten, so that nobody's addresses fill memory. */
export const createTallyByAddress = () => {
  const counts = new Map<string, number>()
  return {
    of: (address: string): number => counts.get(address) ?? 0,
    add: (address: string, amount: number): void => {
      const now = (counts.get(address) ?? 0) + amount
      if (now > 0) counts.set(address, now)
      else counts.delete(address)
    },
  }
}
