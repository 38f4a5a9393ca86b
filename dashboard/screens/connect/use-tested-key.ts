import { useEffect, useState } from 'react'
import { api, problemOf } from '../../app/api.ts'

export type TestedKey =
  | { state: 'none' | 'asking' | 'unreachable' }
  | { state: 'known'; environment: 'test' | 'live' }
  | { state: 'wrong'; message: string }

const TYPING_MS = 500

/** Checks a typed secret key at the gateway, debounced. */
export const useTestedKey = (typed: string): TestedKey => {
  const secretKey = typed.trim()
  const [tested, setTested] = useState<{ key: string; is: TestedKey }>()
  useEffect(() => {
    if (secretKey === '') return
    const ended = new AbortController()
    const timer = setTimeout(async () => {
      const is = await testKey(secretKey, ended.signal)
      if (!ended.signal.aborted) setTested({ key: secretKey, is })
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [secretKey])
  if (secretKey === '') return { state: 'none' }
  return tested?.key === secretKey ? tested.is : { state: 'asking' }
}

const testKey = async (secretKey: string, signal: AbortSignal): Promise<TestedKey> => {
  try {
    const { data, error } = await api.POST('/operator/v1/gateway-keys/test', {
      body: { secret_key: secretKey, publishable_key: null },
      signal,
    })
    if (data?.environment) return { state: 'known', environment: data.environment }
    if (data) return { state: 'unreachable' }
    const problem = problemOf(error)
    const [wrong] = problem?.errors ?? []
    return wrong
      ? { state: 'wrong', message: wrong.message }
      : { state: 'wrong', message: problem?.detail ?? problem?.title ?? String(error) }
  } catch {
    // Puente is unreachable; submitting reports that.
    return { state: 'none' }
  }
}
