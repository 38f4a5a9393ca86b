import type { Theme } from './protocol.ts'

const COLOURS = {
  background: '--puente-background',
  text: '--puente-text',
  muted: '--puente-muted',
  border: '--puente-border',
  accent: '--puente-accent',
  onAccent: '--puente-on-accent',
  danger: '--puente-danger',
  dangerBackground: '--puente-danger-background',
} as const
const LENGTHS = {
  radius: '--puente-radius',
  fontSize: '--puente-font-size',
  spacing: '--puente-spacing',
} as const

const keysOf = <T extends object>(object: T): (keyof T)[] => Object.keys(object) as (keyof T)[]

/**
 * Reads the theme from the element's CSS variables. The browser resolves each value, so any notation
 * works (`var()`, `color-mix()`, `rem`), and only plain colours and pixels leave the page. `probe` is
 * an element inside `element`.
 */
export const readTheme = (element: HTMLElement, probe: HTMLElement): Theme => {
  const style = getComputedStyle(element)
  const scheme = schemeOf(style)
  const ground = scheme === 'dark' ? '#000' : '#fff'
  const theme: Theme = { scheme }
  for (const token of keysOf(COLOURS)) {
    const colour = colourOf(style.getPropertyValue(COLOURS[token]).trim(), probe, ground)
    if (colour) theme[token] = colour
  }
  for (const token of keysOf(LENGTHS)) {
    const pixels = pixelsOf(style.getPropertyValue(LENGTHS[token]).trim(), probe)
    if (pixels !== undefined) theme[token] = pixels
  }
  const font = style.getPropertyValue('--puente-font').trim()
  // `inherit` would be the variable's own inheritance.
  if (font) theme.font = font === 'page' ? style.fontFamily : font
  return theme
}

/** `--puente-scheme`, else the `color-scheme` that the shop's page gives the element. */
const schemeOf = (style: CSSStyleDeclaration): Theme['scheme'] => {
  const chosen = style.getPropertyValue('--puente-scheme').trim()
  if (chosen === 'light' || chosen === 'dark') return chosen
  const offered = style.colorScheme.split(/\s+/)
  if (!offered.includes('dark')) return 'light'
  if (!offered.includes('light')) return 'dark'
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

const RGB = /^rgba?\((\d+), (\d+), (\d+)\)$/

const hexOf = (channels: readonly number[]): string =>
  `#${channels
    .slice(0, 3)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`

/** Returns `#rrggbb`; a translucent colour over `ground`. */
const colourOf = (value: string, probe: HTMLElement, ground: string): string | undefined => {
  if (value === '' || !CSS.supports('color', value)) return undefined
  probe.style.color = value
  const { color } = getComputedStyle(probe)
  probe.style.color = ''
  const plain = RGB.exec(color)
  if (plain) return hexOf(plain.slice(1).map(Number))
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return undefined
  for (const paint of [ground, color]) {
    canvas.fillStyle = paint
    canvas.fillRect(0, 0, 1, 1)
  }
  return hexOf([...canvas.getImageData(0, 0, 1, 1).data])
}

const pixelsOf = (value: string, probe: HTMLElement): number | undefined => {
  if (value === '' || !CSS.supports('text-indent', value)) return undefined
  probe.style.textIndent = value
  const [, pixels] = /^(\d+(?:\.\d+)?)px$/.exec(getComputedStyle(probe).textIndent) ?? []
  probe.style.textIndent = ''
  return pixels === undefined ? undefined : Number(pixels)
}
