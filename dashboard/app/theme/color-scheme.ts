import { localStorageColorSchemeManager, type MantineColorSchemeManager } from '@mantine/core'

const kept = localStorageColorSchemeManager({ key: 'puente.appearance' })

/** Sets the theme attribute of the shared stylesheet. */
const show = (scheme: 'light' | 'dark' | 'auto'): void => {
  if (scheme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = scheme
}

export const colorSchemeManager: MantineColorSchemeManager = {
  ...kept,
  get: (fallback) => {
    const scheme = kept.get(fallback)
    show(scheme)
    return scheme
  },
  set: (scheme) => {
    show(scheme)
    kept.set(scheme)
  },
}
