import { z } from 'zod'
import { paymentLinkView } from '../../http/api/payment-links/link-schemas.ts'
import type { RemoteApi } from '../context/remote-api.ts'

/** Payment links of the demo store: with places, and with an amount that customers enter. */
const LINKS = [
  {
    name: 'Taller de café de altura',
    description: 'Sábado, 9:00 a. m. Incluye desayuno.',
    amount: '450.00',
    stock: 20,
    fields: { name: 'required', phone: 'optional' },
  },
  {
    name: 'Donación para la escuela',
    min_amount: '20.00',
    max_amount: '5000.00',
    fields: { name: 'optional' },
  },
] as const

const page = z.object({ data: z.array(paymentLinkView) })

/** Creates the links that are missing. */
export const makeDemoLinks = async (api: RemoteApi): Promise<void> => {
  const path = '/v1/payment-links'
  const { data } = await api.call(path, { schema: page })
  for (const link of LINKS) {
    if (data.some(({ name }) => name === link.name)) continue
    await api.call(path, { schema: paymentLinkView, body: link })
  }
}
