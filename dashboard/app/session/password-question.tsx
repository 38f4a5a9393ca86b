import { lazy, Suspense } from 'react'
import { usePasswordQuestion } from './fresh-sign-in.ts'

const PasswordDialog = lazy(async () => ({
  default: (await import('./password-dialog.tsx')).PasswordDialog,
}))

export const PasswordQuestion = () => {
  const end = usePasswordQuestion()
  return end ? (
    <Suspense>
      <PasswordDialog end={end} />
    </Suspense>
  ) : null
}
