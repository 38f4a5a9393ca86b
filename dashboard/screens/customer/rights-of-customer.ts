import type { Schemas } from '../../app/api.ts'
import { api } from '../../app/api.ts'

type Identifier = Schemas['WholeCustomer']['identifiers'][number]

/** Fields of one request: at most one value of each kind. */
type Named = Partial<Record<Identifier['kind'], string>>

/** Groups the values of a customer into requests. */
const namedInRequests = (chosen: readonly Pick<Identifier, 'kind' | 'value'>[]): Named[] => {
  const requests: Named[] = []
  for (const { kind, value } of chosen) {
    const free = requests.find((request) => request[kind] === undefined)
    if (free) free[kind] = value
    else requests.push({ [kind]: value })
  }
  return requests
}

interface Chosen {
  storeId: string
  chosen: readonly Identifier[]
}

/** Exports a customer as one document per request. */
export const exportChosen = async ({ storeId, chosen }: Chosen): Promise<object[]> => {
  const exports: object[] = []
  for (const customer of namedInRequests(chosen)) {
    const { data, error } = await api.POST('/operator/v1/stores/{id}/personal-data/export', {
      params: { path: { id: storeId } },
      body: { customer },
    })
    if (!data) throw error
    exports.push(data)
  }
  return exports
}

/** Erases a customer. `later`: work is in flight, so some data remains. */
export const eraseChosen = async ({
  storeId,
  chosen,
}: Chosen): Promise<{ outcome: 'erased' | 'later'; orders: number }> => {
  let orders = 0
  for (const customer of namedInRequests(chosen)) {
    const { data, error } = await api.POST('/operator/v1/stores/{id}/personal-data/erase', {
      params: { path: { id: storeId } },
      body: { customer },
    })
    if (!data) throw error
    orders += data.orders
    if (data.outcome === 'later') return { outcome: 'later', orders }
  }
  return { outcome: 'erased', orders }
}

/** Downloads a document as a file. */
export const download = (name: string, document_: unknown): void => {
  const text = JSON.stringify(document_, null, 2)
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser may read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
