import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { type ApiProblem, problemOf } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { showNotification } from './show-notification.ts'
import { useSingleRun } from './use-single-run.ts'

export interface FormAct<Input, Data = unknown> {
  isPending: boolean
  run(input: Input, then?: { done?(data: Data): void; failed?(): void }): void
  /** Field errors by API path. */
  errors: Readonly<Record<string, string>>
  /** Error that concerns no field. */
  failure: ApiProblem | 'unknown' | undefined
  reset(): void
}

/** Submits a form; maps field errors to fields, others to the form. */
export const useFormAction = <Data, Input>(
  mutation: UseMutationResult<Data, unknown, Input, unknown>,
  { done, after }: { done?: string; after?: (data: Data) => void },
): FormAct<Input, Data> => {
  const queries = useQueryClient()
  const run = useSingleRun(mutation)
  const texts = useTexts()
  const problem = problemOf(mutation.error)
  const errors = Object.fromEntries(
    (problem?.errors ?? []).map(({ path, message }) => [path, message]),
  )
  return {
    isPending: mutation.isPending,
    run: (input, then) => {
      void run(input, {
        onSuccess: async (data) => {
          if (done) {
            const closeButtonProps = { 'aria-label': texts.close }
            void showNotification({ message: done, closeButtonProps })
          }
          after?.(data)
          then?.done?.(data)
          await queries.invalidateQueries()
        },
        onError: () => then?.failed?.(),
      })
    },
    errors,
    failure: mutation.error ? (problem ?? 'unknown') : undefined,
    reset: () => mutation.reset(),
  }
}
