import { moneyText } from '../../src/domain/money-text.ts'
import type { ShopLanguage } from './language.ts'

export interface Product {
  id: string
  /** Decimal string. */
  price: string
  name: Record<ShopLanguage, string>
  about: Record<ShopLanguage, string>
}

/** ISO 4217 code of all prices. */
export const CURRENCY = 'HNL'

export const products: readonly Product[] = [
  {
    id: 'cafe',
    price: '185.00',
    name: { es: 'Café de Marcala', en: 'Coffee from Marcala' },
    about: {
      es: 'Tueste medio, en grano, 340\u00a0g. Notas de panela y naranja.',
      en: 'Medium roast, whole bean, 340\u00a0g. Notes of cane sugar and orange.',
    },
  },
  {
    id: 'hamaca',
    price: '1450.00',
    name: { es: 'Hamaca de algodón', en: 'Cotton hammock' },
    about: {
      es: 'Tejida a mano en Santa Bárbara. Para dos, o para una siesta larga.',
      en: 'Woven by hand in Santa Bárbara. For two, or for one long nap.',
    },
  },
  {
    id: 'guara',
    price: '320.50',
    name: { es: 'Lámina «Guara roja»', en: '“Scarlet macaw” print' },
    about: {
      es: 'Impresión en papel de algodón, 30\u00a0×\u00a040\u00a0cm, firmada.',
      en: 'Printed on cotton paper, 30\u00a0×\u00a040\u00a0cm, signed.',
    },
  },
]

export const findProduct = (id: unknown): Product | undefined =>
  products.find((product) => product.id === id)

/** `L 1,450.00` */
export const priceText = (decimal: string, language: ShopLanguage): string =>
  moneyText(decimal, CURRENCY, language)
