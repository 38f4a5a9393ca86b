import { Group, PasswordInput, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../app/language.ts'
import type { SignedInPerson } from '../../app/session/person.ts'
import { DialogButton } from '../../parts/dialog.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { ProblemText } from '../../parts/values/problem-text.tsx'

export const AccountSection = ({ me }: { me: SignedInPerson }) => {
  const texts = useTexts()
  return (
    <section className="card figure">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2}>{texts.people.account}</Title>
          <Text fw={700}>
            <bdi>{me.name}</bdi>
          </Text>
          <Text c="dimmed">
            <bdi>{me.email}</bdi>
          </Text>
          {me.organizations.map(({ id, name, role }) => (
            <Text key={id} c="dimmed">
              {texts.people.roles[role]} · <bdi>{name}</bdi>
            </Text>
          ))}
        </div>
        <DialogButton
          text={texts.people.changePassword}
          title={texts.people.password.title}
          variant="default"
        >
          {(close) => <PasswordForm close={close} />}
        </DialogButton>
      </Group>
    </section>
  )
}

const changePassword = async (body: { password: string; new_password: string }) => {
  const answer = await fetch('/auth/password', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': document.documentElement.lang,
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw await answer.json()
}

const PasswordForm = ({ close }: { close: () => void }) => {
  const texts = useTexts()
  const [password, setPassword] = useState('')
  const [next, setNext] = useState('')
  const mutation = useMutation({ mutationFn: changePassword })
  const act = useAction(mutation, texts.people.password.changed, {
    after: close,
    isFailureShown: true,
  })
  return (
    <Form
      submit={() => act.run({ password, new_password: next })}
      send={texts.people.password.change}
      isPending={act.isPending}
      close={close}
    >
      <PasswordInput
        label={texts.people.password.current}
        autoComplete="current-password"
        required
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        label={texts.people.password.next}
        description={texts.people.password.hint}
        autoComplete="new-password"
        required
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
      <ProblemText error={mutation.error} />
    </Form>
  )
}
