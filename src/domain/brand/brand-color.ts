/**
 * Colours of a store's button and band: its colour, a readable text colour, and the pressed one.
 */
interface BrandColors {
  brand: string
  onBrand: string
  pressed: string
}

const COLOR = /^#[\da-f]{6}$/

/** Returns a colour as `#rrggbb` in lower case, from `#rgb`, `#RRGGBB` or without `#`. */
export const readColor = (typed: string): string | undefined => {
  const digits = typed.trim().toLowerCase().replace(/^#/, '')
  const whole = /^[\da-f]{3}$/.test(digits) ? digits.replaceAll(/./g, '$&$&') : digits
  return COLOR.test(`#${whole}`) ? `#${whole}` : undefined
}

const INK = '#000000'
const PAPER = '#ffffff'

/** Picks black or white text, whichever contrasts more: at least 4.5 on any colour. */
export const brandColors = (color: string): BrandColors => {
  const onBrand = contrast(color, PAPER) >= contrast(color, INK) ? PAPER : INK
  // Away from the text colour, so the contrast only grows.
  return { brand: color, onBrand, pressed: mix(color, onBrand === PAPER ? INK : PAPER, 0.15) }
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** Relative luminance of WCAG 2. */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of WCAG 2, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const mix = (color: string, other: string, share: number): string => {
  const others = channels(other)
  const mixed = channels(color).map((channel, index) =>
    Math.round(channel * (1 - share) + (others[index] ?? 0) * share),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
