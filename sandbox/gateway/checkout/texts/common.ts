export const commonTexts = {
  es: {
    errorPrefix: 'Error',
    backToStore: 'Volver al comercio',
    reference: 'Referencia',
    total: 'Total',
  },
  en: {
    errorPrefix: 'Error',
    backToStore: 'Return to the merchant',
    reference: 'Reference',
    total: 'Total',
  },
} as const
