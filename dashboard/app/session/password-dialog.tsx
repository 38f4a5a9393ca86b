import { PasswordInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useSingleRun } from '../../parts/forms/use-single-run.ts'
import { ProblemText } from '../../parts/values/problem-text.tsx'
import { problemOf } from '../api.ts'
import { useTexts } from '../language.ts'
import { leaveEndedSession } from './end-of-session.ts'

const confirm = async (password: string): Promise<void> => {
  const { lang } = document.documentElement
  const answer = await fetch('/auth/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': lang },
    body: JSON.stringify({ password }),
  })
  if (answer.status === 401) leaveEndedSession()
  if (!answer.ok) throw await answer.json()
}

/** Above every dialog that can prompt for the password. */
const ABOVE_DIALOGS = 400

/** `end` receives whether the password was right. */
export const PasswordDialog = ({ end }: { end: (isConfirmed: boolean) => void }) => {
  const texts = useTexts()
  const [password, setPassword] = useState('')
  const mutation = useMutation({ mutationFn: confirm, onSuccess: () => end(true) })
  const run = useSingleRun(mutation)
  const ofField = problemOf(mutation.error)?.errors?.[0]?.message
  const cancel = () => end(false)
  return (
    <Dialog opened onClose={cancel} zIndex={ABOVE_DIALOGS} title={texts.passwordQuestion.title}>
      <Form
        submit={() => run(password)}
        send={texts.passwordQuestion.send}
        isPending={mutation.isPending}
        close={cancel}
        onKeyDown={({ key }) => {
          if (key === 'Escape') cancel()
        }}
      >
        <Text>{texts.passwordQuestion.why}</Text>
        <PasswordInput
          label={texts.passwordQuestion.password}
          autoComplete="current-password"
          required
          data-autofocus
          // Escape closes only this dialog.
          data-mantine-stop-propagation="true"
          error={ofField}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {ofField ? null : <ProblemText error={mutation.error} />}
      </Form>
    </Dialog>
  )
}
