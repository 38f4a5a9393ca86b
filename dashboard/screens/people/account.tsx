import { Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../app/language.ts'
import type { SignedInPerson } from '../../app/session/person.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormButtons } from '../../parts/forms/form-buttons.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { ProblemText } from '../../parts/values/problem-text.tsx'

export const AccountSection = ({ me }: { me: SignedInPerson }) => {
  const texts = useTexts()
  const [isOpen, { open, close }] = useDisclosure()
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
        <Button variant="default" onClick={open}>
          {texts.people.changePassword}
        </Button>
      </Group>
      <Dialog opened={isOpen} onClose={close} title={texts.people.password.title}>
        {isOpen ? <PasswordForm close={close} /> : null}
      </Dialog>
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
    <form
      onSubmit={(event) => {
        event.preventDefault()
        act.run({ password, new_password: next })
      }}
    >
      <Stack gap="md">
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
        <FormButtons send={texts.people.password.change} isPending={act.isPending} close={close} />
      </Stack>
    </form>
  )
}
