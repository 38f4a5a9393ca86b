import type { IncomingMessage } from 'node:http'
import { type Caps, createTallyByAddress } from '../caps.ts'

export interface BodyMeter {
  /** Returns `false` if memory is short. */
  reserve(bytes: number): boolean
  /** Counts received or decompressed bytes; returns `false` to drop the body. */
  add(bytes: number): boolean
  whole(): void
  onCut(cut: () => void): void
}

/** Meter of requests that bypassed the front door. */
const UNMETERED: BodyMeter = {
  reserve: () => true,
  add: () => true,
  whole: () => {},
  onCut: () => {},
}

/** A property, because weak map entries for short-lived keys burden every garbage collection. */
const METER = Symbol('meter')
type Metered = IncomingMessage & { [METER]?: BodyMeter }

export const meterOf = (request: Metered): BodyMeter => request[METER] ?? UNMETERED

/** Larger bodies reserve their bytes before the server reads them. */
const SMALL_BYTES = 65_536

/** Age at which an incomplete body may be evicted; honest clients finish sooner. */
const EVICTABLE_AFTER_MS = 2_000

interface Held {
  address: string
  since: number
  /** Bytes received, or reserved if more. */
  counted: number
  came: number
  state: 'coming' | 'whole' | 'gone'
  cut: (() => void) | undefined
}

type Cap = 'bytes' | 'bytes-of-address'

/**
 * Bounds the bytes of bodies in memory. Beyond the bound, evicts the oldest incomplete body, so
 * that slow senders make room for fast ones, and refuses large bodies.
 */
export const createBodyBytes = (
  { bytes: most, bytesOfAddress }: Pick<Caps, 'bytes' | 'bytesOfAddress'>,
  refused: (cap: Cap) => void,
) => {
  let total = 0
  const byAddress = createTallyByAddress()
  /** Oldest first. */
  const coming = new Set<Held>()

  const count = (held: Held, bytes: number): void => {
    held.counted += bytes
    total += bytes
    byAddress.add(held.address, bytes)
  }
  const forget = (held: Held): void => {
    coming.delete(held)
    held.state = 'gone'
    count(held, -held.counted)
  }
  const cut = (held: Held, cap: Cap): false => {
    forget(held)
    refused(cap)
    held.cut?.()
    return false
  }
  /** Evicts incomplete bodies that started before `before`, oldest first. */
  const makeRoom = (before: number): void => {
    for (const oldest of coming) {
      if (total <= most || oldest.since >= before) return
      cut(oldest, 'bytes')
    }
  }

  const reserve = (held: Held, bytes: number): boolean => {
    if (held.state === 'gone') return false
    if (bytes <= SMALL_BYTES) return true
    count(held, bytes)
    if (byAddress.of(held.address) > bytesOfAddress) return cut(held, 'bytes-of-address')
    makeRoom(performance.now() - EVICTABLE_AFTER_MS)
    if (total > most) return cut(held, 'bytes')
    coming.add(held)
    return true
  }

  const add = (held: Held, bytes: number): boolean => {
    if (held.state === 'gone') return false
    if (held.state === 'coming') coming.add(held)
    held.came += bytes
    const more = held.came - held.counted
    if (more <= 0) return true
    count(held, more)
    if (byAddress.of(held.address) > bytesOfAddress) return cut(held, 'bytes-of-address')
    makeRoom(Number.POSITIVE_INFINITY)
    // This body was evicted, or all others are complete.
    if (held.counted === 0) return false
    return total <= most || cut(held, 'bytes')
  }

  return {
    /** Meters a request. Returns the function that releases its bytes after the response. */
    measure: (request: Metered, address: string): (() => void) => {
      const since = performance.now()
      const held: Held = { address, since, counted: 0, came: 0, state: 'coming', cut: undefined }
      request[METER] = {
        reserve: (bytes) => reserve(held, bytes),
        add: (bytes) => add(held, bytes),
        whole: () => {
          if (held.state === 'coming') held.state = 'whole'
          coming.delete(held)
        },
        onCut: (notify) => {
          held.cut = notify
        },
      }
      return () => forget(held)
    },
  }
}
