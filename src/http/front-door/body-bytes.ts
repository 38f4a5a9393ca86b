import type { IncomingMessage } from 'node:http'
import { type Caps, createTallyByAddress } from './caps.ts'

/** The bytes of one body. */
export interface BodyMeter {
  /** More of it came, or it became more by being unpacked. `false`: it is not taken any more. */
  add(bytes: number): boolean
  /** It is here as a whole: from now on it is worked on, and no other body takes its place. */
  whole(): void
  /** Told once when the body has to go, because it was too slow and memory is short. */
  onCut(cut: () => void): void
}

/** A meter that knows no end, for a body that came through no front door. */
export const UNMETERED: BodyMeter = { add: () => true, whole: () => {}, onCut: () => {} }

const meters = new WeakMap<IncomingMessage, BodyMeter>()

/** Of a request that came through the front door. */
export const meterOf = (request: IncomingMessage): BodyMeter => meters.get(request) ?? UNMETERED

interface Held {
  address: string
  bytes: number
  cut: (() => void) | undefined
}

/**
 * Counts the bytes of bodies that are being read or worked on. Where all of them together are too
 * many, the body that began first and is still not whole is cut off: an honest one is whole within
 * moments, so that those who send slowly make room for those who do not.
 */
export const createBodyBytes = (
  { bytes: most, bytesOfAddress }: Pick<Caps, 'bytes' | 'bytesOfAddress'>,
  refused: (cap: 'bytes' | 'bytes-of-address') => void,
) => {
  let total = 0
  const byAddress = createTallyByAddress()
  /** The oldest first. */
  const coming = new Set<Held>()

  const count = (held: Held, bytes: number): void => {
    held.bytes += bytes
    total += bytes
    byAddress.add(held.address, bytes)
  }
  const cut = (held: Held, cap: 'bytes' | 'bytes-of-address'): void => {
    coming.delete(held)
    count(held, -held.bytes)
    refused(cap)
    held.cut?.()
  }

  const add = (held: Held, bytes: number, isWhole: boolean): boolean => {
    if (!isWhole && !coming.has(held)) return false
    count(held, bytes)
    if (byAddress.of(held.address) > bytesOfAddress) {
      cut(held, 'bytes-of-address')
      return false
    }
    for (const oldest of coming) {
      if (total <= most) break
      cut(oldest, 'bytes')
    }
    if (total > most) cut(held, 'bytes')
    return isWhole ? held.bytes > 0 : coming.has(held)
  }

  return {
    /** Counts the body of a request for whoever sends it. Returns what to do when all is answered. */
    measure: (request: IncomingMessage, address: string): (() => void) => {
      const held: Held = { address, bytes: 0, cut: undefined }
      let isWhole = false
      coming.add(held)
      meters.set(request, {
        add: (bytes) => add(held, bytes, isWhole),
        whole: () => {
          isWhole = true
          coming.delete(held)
        },
        onCut: (tell) => {
          held.cut = tell
        },
      })
      return () => {
        coming.delete(held)
        count(held, -held.bytes)
      }
    },
  }
}
