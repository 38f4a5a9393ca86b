/** Most payments of one order: the first one, and one for each increase or repeated payment. */
const MOST_ATTEMPTS = 9

/**
 * Ids of a Vendure order at Puente: its code, then `CODE-2` for the rest of an order that an
 * administrator changed after it was paid, or after Puente cancelled the order of that id.
 */
export const idsAtPuente = (code: string): string[] => [
  code,
  ...Array.from({ length: MOST_ATTEMPTS - 1 }, (_, index) => `${code}-${index + 2}`),
]
