/** Bounds on load per process, in total and per address (IPv6: `/64`). */
export interface Caps {
  /** A connection costs about 30 KB. */
  connections: number
  /** Counts requests behind a trusted proxy, which pools connections. */
  connectionsOfAddress: number
  /** Body bytes in memory, held until the response ends. */
  bytes: number
  bytesOfAddress: number
}

const MB = 1_048_576

/** Derives the bounds from the largest body of any route, in bytes. */
export const capsFor = (largestBody: number): Caps => ({
  connections: 2_000,
  connectionsOfAddress: 500,
  bytes: Math.max(16 * MB, 8 * largestBody),
  bytesOfAddress: Math.max(8 * MB, 2 * largestBody),
})

/** Forgets an address at zero, which bounds memory. */
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
