/** Formats `visa •••• 1111`; unknown parts are missing. */
export const savedCardText = ({
  brand,
  last_four: digits,
}: {
  brand: string | null
  last_four: string | null
}): string => [brand, digits && `•••• ${digits}`].filter(Boolean).join(' ')
