import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
} from '@mantine/core'

/** Light to dark; the eighth is the design's accent. */
const BRIDGE: MantineColorsTuple = [
  '#eaf6f0',
  '#d5eadf',
  '#a9d5bf',
  '#79bf9c',
  '#52ad80',
  '#38a26d',
  '#25965f',
  '#0b6b43',
  '#08593a',
  '#05472d',
]

const SERIF = 'var(--serif)'

export const theme = createTheme({
  primaryColor: 'bridge',
  primaryShade: { light: 7, dark: 4 },
  colors: { bridge: BRIDGE },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'var(--mono)',
  headings: {
    fontFamily: SERIF,
    fontWeight: '700',
    sizes: {
      h1: { fontSize: '1.875rem' },
      h2: { fontSize: '1.375rem' },
      h3: { fontSize: '1.125rem' },
    },
  },
  defaultRadius: 'md',
  radius: { md: '0.65rem', lg: '1rem' },
  // Phones zoom in on smaller fonts.
  fontSizes: { sm: '1rem', xs: '0.875rem' },
  cursorType: 'pointer',
  focusRing: 'auto',
  autoContrast: true,
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      vars: (_theme, { variant = 'filled' }) => ({
        root: variant === 'filled' ? { '--button-color': 'var(--on-accent)' } : {},
      }),
    }),
  },
})

export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--soft)',
    '--mantine-color-default': 'var(--card)',
    '--mantine-color-default-hover': 'var(--page)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-placeholder': 'var(--soft)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-strong)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-color-bridge-filled': 'var(--accent)',
    '--mantine-color-bridge-filled-hover': 'var(--accent-strong)',
    '--mantine-color-bridge-contrast': 'var(--on-accent)',
    '--mantine-color-red-filled': 'var(--bad)',
  }
  return { variables: shared, light: shared, dark: shared }
}
