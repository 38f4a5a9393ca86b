import { moneyText } from '../../src/domain/money-text.ts'
import type { Language } from '../../src/locales/language.ts'
import type { ProductId } from './locales/texts.ts'

/** Its name and description are texts. */
export interface Product {
  id: ProductId
  /** Decimal string. */
  price: string
}

/** ISO 4217 code of all prices. */
export const CURRENCY = 'HNL'

export const products: readonly Product[] = [
  { id: 'cafe', price: '185.00' },
  { id: 'hamaca', price: '1450.00' },
  { id: 'guara', price: '320.50' },
]

export const findProduct = (id: unknown): Product | undefined =>
  products.find((product) => product.id === id)

/** `L 1,450.00` */
export const priceText = (decimal: string, language: Language): string =>
  moneyText(decimal, CURRENCY, language)
