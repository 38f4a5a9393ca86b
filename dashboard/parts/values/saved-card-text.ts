/** `visa •••• 1111`, as far as the card is known. */
export const savedCardText = ({
  brand,
  last_four: digits,
}: {
  brand: string | null
  last_four: string | null
}): string => [brand, digits && `•••• ${digits}`].filter(Boolean).join(' ')
