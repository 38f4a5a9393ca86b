export const LOGO_LIMITS = { bytes: 150_000, leastPixels: 16, mostPixels: 2_048 } as const

export const LOGO_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const
type LogoType = keyof typeof LOGO_TYPES

type ReadLogo =
  | { ok: true; type: LogoType; width: number; height: number }
  /** `not-an-image`: none of the types by content. SVG is not one: it may contain scripts. */
  | { ok: false; reason: 'not-an-image' | 'too-large' | 'size' }

/** Recognises a PNG, JPEG or WebP image by its content, and checks its bounds. */
export const readLogo = (bytes: Buffer): ReadLogo => {
  if (bytes.length > LOGO_LIMITS.bytes) return { ok: false, reason: 'too-large' }
  const image = sizeOfPng(bytes) ?? sizeOfJpeg(bytes) ?? sizeOfWebp(bytes)
  if (!image) return { ok: false, reason: 'not-an-image' }
  const sides = [image.width, image.height]
  const fits = sides.every(
    (side) => side >= LOGO_LIMITS.leastPixels && side <= LOGO_LIMITS.mostPixels,
  )
  return fits ? { ok: true, ...image } : { ok: false, reason: 'size' }
}

type Image = { type: LogoType; width: number; height: number }

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

const sizeOfPng = (bytes: Buffer): Image | undefined =>
  bytes.length >= 33 &&
  bytes.subarray(0, 8).equals(PNG) &&
  bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined

/** Markers of frames, without those of tables and arithmetic coding. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const sizeOfJpeg = (bytes: Buffer): Image | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) {
      return { type: 'jpg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    // Fill bytes have no length field.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

const sizeOfWebp = (bytes: Buffer): Image | undefined => {
  const isWebp =
    bytes.length >= 30 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP'
  if (!isWebp) return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        type: 'webp',
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return {
        type: 'webp',
        width: bytes.readUIntLE(24, 3) + 1,
        height: bytes.readUIntLE(27, 3) + 1,
      }
    default:
      return undefined
  }
}
