import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ApiProblem, api, problemOf } from '../../app/api.ts'
import { requestQuery } from '../payment-requests/request-queries.ts'
import { type CounterSale, isSaleUnsent, markRefused, markSent, saleOf, sales } from './sales.ts'

const RETRY_MS = 3_000
/** Timeout of a request: one on a lost connection may hang. The retry has the same key. */
const PATIENCE_MS = 20_000

const sending = new Set<string>()

/** Sends kept sales until Puente answers each: at once, every 3 s, and on reconnection. */
export const useSending = (): void => {
  const queries = useQueryClient()
  const unsent = sales.use().filter(isSaleUnsent).length
  useEffect(() => {
    if (unsent === 0) return
    const send = async (sale: CounterSale) => {
      if (sending.has(sale.key)) return
      sending.add(sale.key)
      try {
        await sendSale(sale, queries)
      } finally {
        sending.delete(sale.key)
      }
    }
    const sendAll = () => {
      for (const sale of sales.all()) if (isSaleUnsent(sale)) void send(sale)
    }
    sendAll()
    const timer = setInterval(sendAll, RETRY_MS)
    window.addEventListener('online', sendAll)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', sendAll)
    }
  }, [unsent, queries])
}

const sendSale = async (
  sale: CounterSale,
  queries: ReturnType<typeof useQueryClient>,
): Promise<void> => {
  const answer = await api
    .POST('/operator/v1/stores/{id}/payment-requests', {
      params: { path: { id: sale.storeId }, header: { 'Idempotency-Key': sale.key } },
      body: sale.body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    // No answer: the next round retries.
    .catch(() => undefined)
  // Another tab may have received the answer.
  if (!answer || !isSaleUnsent(saleOf(sale.key) ?? sale)) return
  const { data, error } = answer
  const id = data?.order?.id
  if (id) {
    queries.setQueryData(requestQuery(id).queryKey, data)
    markSent(sale, id)
    await queries.invalidateQueries()
    return
  }
  const problem = problemOf(error)
  if (problem && isRefusal(problem)) {
    const fields = problem.errors?.map(({ message }) => message) ?? []
    markRefused(sale, [problem.title, problem.detail, ...fields].filter(Boolean).join('. '))
  }
}

/** Reports whether an error is final: not a 401, and not a retryable one, but a frozen store. */
const isRefusal = ({ code, status, retry = 'retry' }: ApiProblem): boolean =>
  (status !== 401 && retry !== 'retry') || code === 'store_frozen'
