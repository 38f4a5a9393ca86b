import { z } from 'zod'
import { callPuente, type PuenteAccess } from './call-puente.ts'

const savedCard = z.object({
  id: z.string(),
  brand: z.string().nullable(),
  last_four: z.string().nullable(),
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
})
export type WalletCard = z.output<typeof savedCard>

/** Returns no cards if Puente is down or cannot save any. */
export const cardsOf = async (
  access: PuenteAccess,
  identityNumber: string,
): Promise<WalletCard[]> => {
  const query = new URLSearchParams({ identity_number: identityNumber })
  const answer = await callPuente(access, `/saved-cards?${query}`, {
    schema: z.object({ data: z.array(savedCard) }),
  })
  return answer.outcome === 'answered' ? answer.body.data : []
}

/** Returns false if the outcome is unknown. */
export const deleteCard = async (access: PuenteAccess, id: string): Promise<boolean> => {
  const path = `/saved-cards/${encodeURIComponent(id)}`
  const answer = await callPuente(access, path, { schema: z.unknown(), method: 'DELETE' })
  // 404: already deleted.
  return answer.outcome === 'answered' || (answer.outcome === 'refused' && answer.status === 404)
}

/** `Visa ···· 1111`. */
export const cardName = ({ brand, last_four }: WalletCard): string => {
  const name = brand ? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}` : '—'
  return `${name} ···· ${last_four ?? '····'}`
}

export const cardExpiry = ({ exp_month, exp_year }: WalletCard): string =>
  exp_month && exp_year ? `${String(exp_month).padStart(2, '0')}/${exp_year % 100}` : ''
