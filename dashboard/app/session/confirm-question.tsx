import { lazy, Suspense } from 'react'
import { useConfirmQuestion } from './fresh-sign-in.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}))

export const ConfirmQuestion = () => {
  const question = useConfirmQuestion()
  return question ? (
    <Suspense>
      <ConfirmDialog {...question} />
    </Suspense>
  ) : null
}
