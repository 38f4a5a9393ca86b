import { lazy, Suspense } from 'react'
import { usePasswordQuestion } from './fresh-sign-in.ts'

const PasswordDialog = lazy(async () => ({
  default: (await import('./password-dialog.tsx')).PasswordDialog,
}))

/** Shows the dialog that asks for the password, when an act needs it. */
export const PasswordQuestion = () => {
  const end = usePasswordQuestion()
  return end ? (
    <Suspense>
      <PasswordDialog end={end} />
    </Suspense>
  ) : null
}
