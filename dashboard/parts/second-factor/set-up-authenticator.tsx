import { Button, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { problemOf } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { authCall } from '../../app/session/auth-call.ts'
import { Dialog } from '../dialog.tsx'
import { Form } from '../forms/form.tsx'
import { useAction } from '../forms/use-action.ts'
import { Copyable } from '../values/copyable.tsx'
import { ProblemText } from '../values/problem-text.tsx'

interface Key {
  secret: string
  uri: string
}

const begin = () => authCall<Key>('POST', '/second-factor/authenticator')

/** Creates a key, and opens a dialog that asks for its first code. */
export const SetUpAuthenticator = ({
  showCodes,
}: {
  showCodes: (codes: readonly string[]) => void
}) => {
  const texts = useTexts().people.secondFactor
  const [key, setKey] = useState<Key>()
  const creation = useMutation({ mutationFn: begin, onSuccess: setKey })
  const close = () => setKey(undefined)
  return (
    <div>
      <Button variant="default" loading={creation.isPending} onClick={() => creation.mutate()}>
        {texts.setUp}
      </Button>
      <ProblemText error={creation.error} />
      <Dialog opened={key !== undefined} onClose={close} title={texts.setUpTitle}>
        {key ? <FirstCode authenticatorKey={key} close={close} showCodes={showCodes} /> : null}
      </Dialog>
    </div>
  )
}

const FirstCode = ({
  authenticatorKey: { secret, uri },
  close,
  showCodes,
}: {
  authenticatorKey: Key
  close: () => void
  showCodes: (codes: readonly string[]) => void
}) => {
  const texts = useTexts().people.secondFactor
  const [code, setCode] = useState('')
  const mutation = useMutation({
    mutationFn: (typed: string) =>
      authCall<{ recovery_codes: string[] | null }>(
        'POST',
        '/second-factor/authenticator/confirm',
        {
          code: typed,
        },
      ),
    // Runs before the section reloads and unmounts this form.
    onSuccess: ({ recovery_codes: codes }) => {
      if (codes) showCodes(codes)
    },
  })
  const act = useAction(mutation, texts.turnedOn, { after: close, isFailureShown: true })
  const ofField = problemOf(mutation.error)?.errors?.[0]?.message
  return (
    <Form submit={() => act.run(code)} send={texts.turnOn} isPending={act.isPending} close={close}>
      <Text>{texts.scan}</Text>
      <img
        className="qr"
        alt={texts.qrAlt}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`}
      />
      <Copyable label={texts.key} value={secret} />
      <TextInput
        label={texts.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        error={ofField}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {ofField ? null : <ProblemText error={mutation.error} />}
    </Form>
  )
}
