import type { IncomingMessage } from 'node:http'
import { type Caps, createTallyByAddress } from './caps.ts'

/** The bytes of one body. */
export interface BodyMeter {
  /** So many are announced. `false`: there is no room for them. */
  reserve(bytes: number): boolean
  /** More of it came, or it became more by being unpacked. `false`: it is not taken any more. */
  add(bytes: number): boolean
  /** It is here as a whole: from now on it is worked on, and no other body takes its place. */
  whole(): void
  /** Told once when the body has to go, because it was too slow and memory is short. */
  onCut(cut: () => void): void
}

/** A meter that knows no end, for a body that came through no front door. */
const UNMETERED: BodyMeter = {
  reserve: () => true,
  add: () => true,
  whole: () => {},
  onCut: () => {},
}

/** On the request itself: a weak map of what lives for a moment costs each garbage collection. */
const METER = Symbol('meter')
type Metered = IncomingMessage & { [METER]?: BodyMeter }

/** Of a request that came through the front door. */
export const meterOf = (request: Metered): BodyMeter => request[METER] ?? UNMETERED

/** Of those that announce more, the bytes are reserved before they are read. */
const SMALL_BYTES = 65_536

/** An honest body is whole within moments; one that is older makes room for those that come. */
const HONEST_MS = 2_000

interface Held {
  address: string
  since: number
  /** Counted for it: what came, or what was reserved if that is more. */
  counted: number
  came: number
  state: 'coming' | 'whole' | 'gone'
  cut: (() => void) | undefined
}

type Cap = 'bytes' | 'bytes-of-address'

/**
 * Counts the bytes of bodies that are being read or worked on. Where all of them together are too
 * many, the one that began first and is still not whole is cut off, so that those who send slowly make
 * room for those who do not; and a large one is not begun.
 */
export const createBodyBytes = (
  { bytes: most, bytesOfAddress }: Pick<Caps, 'bytes' | 'bytesOfAddress'>,
  refused: (cap: Cap) => void,
) => {
  let total = 0
  const byAddress = createTallyByAddress()
  /** The oldest first. */
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
  /** Cuts off the oldest until there is room, or none is left that began before `before`. */
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
    makeRoom(performance.now() - HONEST_MS)
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
    // It was the oldest itself, or all the others are worked on.
    if (held.counted === 0) return false
    return total <= most || cut(held, 'bytes')
  }

  return {
    /** Counts the body of a request for whoever sends it. Returns what to do when all is answered. */
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
