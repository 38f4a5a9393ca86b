/** Identifier of the provider: Medusa calls it `pp_puente` or `pp_puente_{id}`. */
export const IDENTIFIER = 'puente'

/** Id of a payment provider in Medusa's database, by its name in the address of notifications. */
export const providerIdOf = (name: string): string => `pp_${name}`

/** Whether a provider's name in an address is one of this package. */
export const isOfPuente = (name: string): boolean =>
  name === IDENTIFIER || name.startsWith(`${IDENTIFIER}_`)

/** Name of a payment provider in addresses, by its id in Medusa's database. */
export const nameOf = (providerId: string): string => providerId.replace(/^pp_/, '')
