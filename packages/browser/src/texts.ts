/** Texts of the element itself; the card page brings all others. */
const TEXTS = {
  en: {
    title: 'Card payment',
    // The element cannot know whether an earlier visit paid.
    notLoaded: 'The card fields did not load.',
    confirming: 'We are confirming your payment. Do not pay again.',
    open: 'Open the payment page',
  },
  es: {
    title: 'Pago con tarjeta',
    notLoaded: 'No se pudieron cargar los campos de la tarjeta.',
    confirming: 'Estamos confirmando su pago. No pague otra vez.',
    open: 'Abrir la página de pago',
  },
} as const

export type PageLanguage = keyof typeof TEXTS

/** Returns the language of the closest `lang` attribute, if the card page speaks it. */
export const languageOf = (element: Element): PageLanguage | undefined => {
  const [language] = (element.closest('[lang]')?.getAttribute('lang') ?? '')
    .toLowerCase()
    .split('-')
  return language === 'en' || language === 'es' ? language : undefined
}

export const textsIn = (language: PageLanguage | undefined): (typeof TEXTS)[PageLanguage] =>
  TEXTS[language ?? 'es']
