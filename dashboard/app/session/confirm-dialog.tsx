import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useSingleRun } from '../../parts/forms/use-single-run.ts'
import { ProblemText } from '../../parts/values/problem-text.tsx'
import { problemOf } from '../api.ts'
import { useTexts } from '../language.ts'
import { authCall, sendProof } from './auth-call.ts'
import type { AskedProof, Proof } from './fresh-sign-in.ts'
import { usePerson } from './person.ts'

const ROUTES: Record<Proof, { path: string; field: string }> = {
  password: { path: '/confirm', field: 'password' },
  code: { path: '/second-factor/confirm', field: 'code' },
}

const confirm = ({ proof, typed }: { proof: Proof; typed: string }): Promise<void> => {
  const { path, field } = ROUTES[proof]
  return sendProof(path, { [field]: typed })
}

const confirmByPasskey = async (): Promise<void> => {
  const options: PublicKeyCredentialRequestOptionsJSON = await authCall(
    'POST',
    '/passkeys/sign-in/options',
  )
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No credential')
  await sendProof('/passkeys/confirm', { credential: credential.toJSON() })
}

/** Above every dialog that can ask for a confirmation. */
const ABOVE_DIALOGS = 400

/** A person with a password or a second factor confirms here; another one at the issuer. */
export const ConfirmDialog = (asked: AskedProof) => {
  const hasPassword = usePerson().data?.has_password ?? true
  return asked.proof === 'password' && !hasPassword ? (
    <SignInAgain cancel={() => asked.end(false)} />
  ) : (
    <ProofDialog {...asked} />
  )
}

/** Leads to the issuer and back to this page. */
const SignInAgain = ({ cancel }: { cancel: () => void }) => {
  const texts = useTexts()
  const { title, why } = texts.signInQuestion
  const next = new URLSearchParams({ next: window.location.pathname + window.location.search })
  return (
    <Dialog opened onClose={cancel} zIndex={ABOVE_DIALOGS} title={title}>
      <Stack>
        <Text>{why}</Text>
        <Group gap="sm">
          <Button component="a" href={`/auth/oidc?${next}`} data-autofocus>
            {title}
          </Button>
          <Button variant="default" onClick={cancel}>
            {texts.cancel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** `end` receives whether the password or the code was right. */
const ProofDialog = ({ proof, end }: AskedProof) => {
  const texts = useTexts()
  const [typed, setTyped] = useState('')
  const mutation = useMutation({ mutationFn: confirm, onSuccess: () => end(true) })
  const run = useSingleRun(mutation)
  const hasPasskeys = usePerson().data?.second_factor.passkeys ?? false
  const byPasskey = useMutation({ mutationFn: confirmByPasskey, onSuccess: () => end(true) })
  const ofField = problemOf(mutation.error)?.errors?.[0]?.message
  const cancel = () => end(false)
  const { title, why, send } = proof === 'code' ? texts.factorQuestion : texts.passwordQuestion
  const input = {
    required: true,
    'data-autofocus': true,
    // Escape closes only this dialog.
    'data-mantine-stop-propagation': 'true',
    error: ofField,
    value: typed,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setTyped(currentTarget.value),
  }
  return (
    <Dialog opened onClose={cancel} zIndex={ABOVE_DIALOGS} title={title}>
      <Form
        submit={() => run({ proof, typed })}
        send={send}
        isPending={mutation.isPending}
        close={cancel}
        others={
          proof === 'code' && hasPasskeys ? (
            <Button
              variant="default"
              loading={byPasskey.isPending}
              onClick={() => byPasskey.mutate()}
            >
              {texts.factorQuestion.passkey}
            </Button>
          ) : null
        }
        onKeyDown={({ key }) => {
          if (key === 'Escape') cancel()
        }}
      >
        <Text>{why}</Text>
        {proof === 'code' ? (
          <TextInput label={texts.factorQuestion.code} autoComplete="one-time-code" {...input} />
        ) : (
          <PasswordInput
            label={texts.passwordQuestion.password}
            autoComplete="current-password"
            {...input}
          />
        )}
        {ofField ? null : <ProblemText error={mutation.error ?? byPasskey.error} />}
      </Form>
    </Dialog>
  )
}
