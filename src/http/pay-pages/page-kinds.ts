import type { TEXTS } from '../../locales/texts.ts'

/** Pages that a customer may see instead of a checkout. */
export type PageKind = keyof (typeof TEXTS)['en']['payPages']['pages']
