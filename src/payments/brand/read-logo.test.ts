import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOGO_LIMITS, readLogo } from './read-logo.ts'

const pngOf = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(25)
  header.writeUInt32BE(13, 0)
  header.write('IHDR', 4)
  header.writeUInt32BE(width, 8)
  header.writeUInt32BE(height, 12)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, header, deflateSync(Buffer.alloc(9))])
}

const jpegOf = (width: number, height: number): Buffer => {
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), frame])
}

const webpOf = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(30)
  bytes.write('RIFF', 0)
  bytes.write('WEBPVP8X', 8)
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  return bytes
}

describe("a store's logo", () => {
  it.each([
    ['png', pngOf(400, 120)],
    ['jpg', jpegOf(400, 120)],
    ['webp', webpOf(400, 120)],
  ])('a %s image is recognised by its content', (type, bytes) => {
    expect(readLogo(bytes)).toEqual({ ok: true, type, width: 400, height: 120 })
  })

  it.each([
    ['an SVG image, which may carry scripts', Buffer.from('<svg onload="alert(1)"></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF image', Buffer.from('GIF89a'.padEnd(40, '\0'))],
    ['nothing', Buffer.alloc(0)],
  ])('%s is refused', (_, bytes) => {
    expect(readLogo(bytes)).toEqual({ ok: false, reason: 'not-an-image' })
  })

  it('an image that is too small, too large or too heavy is refused', () => {
    expect(readLogo(pngOf(8, 100))).toEqual({ ok: false, reason: 'size' })
    expect(readLogo(jpegOf(5_000, 100))).toEqual({ ok: false, reason: 'size' })
    const heavy = Buffer.concat([pngOf(400, 120), Buffer.alloc(LOGO_LIMITS.bytes)])
    expect(readLogo(heavy)).toEqual({ ok: false, reason: 'too-large' })
  })

  it('the reader survives any bytes', () => {
    const starts = [
      Buffer.from('ffd8', 'hex'),
      Buffer.from('ffd8ffe0', 'hex'),
      pngOf(9, 9),
      webpOf(9, 9),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 80 }), (start, rest) => {
        expect(() => readLogo(Buffer.concat([start, rest]))).not.toThrow()
      }),
    )
  })
})
