import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../app/language.ts'
import { authCall } from '../../app/session/auth-call.ts'
import { useConfirmation } from '../forms/act-button.tsx'
import { useAction } from '../forms/use-action.ts'
import { Loaded } from '../loaded.tsx'
import { ShownOnce } from '../values/shown-once.tsx'
import { type Passkey, Passkeys } from './passkeys.tsx'
import { SetUpAuthenticator } from './set-up-authenticator.tsx'

interface Factors {
  authenticator: boolean
  passkeys: Passkey[]
  recovery_codes_left: number
}

const readFactors = (): Promise<Factors> => authCall('GET', '/second-factor')

export const SecondFactor = () => {
  const { texts: all, format } = useLanguage()
  const texts = all.people.secondFactor
  const factors = useQuery({ queryKey: ['second-factor'], queryFn: readFactors })
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <section className="card figure">
      <Title order={2}>{texts.title}</Title>
      <Loaded query={factors}>
        {({ authenticator, passkeys, recovery_codes_left: left }) => {
          const isOn = authenticator || passkeys.length > 0
          return (
            <Stack gap="md">
              <div>
                <Text>{isOn ? texts.on : texts.none}</Text>
                {isOn ? <Text c="dimmed">{format(texts.left, { count: left })}</Text> : null}
              </div>
              {codes ? (
                <ShownOnce
                  secrets={[{ label: texts.recoveryCodes, value: codes.join('\n') }]}
                  note={texts.recoveryHint}
                  close={() => setCodes(undefined)}
                />
              ) : null}
              {isOn ? <NewCodes showCodes={setCodes} /> : null}
              <Title order={3}>{texts.app}</Title>
              {authenticator ? (
                <RemoveAuthenticator />
              ) : (
                <SetUpAuthenticator showCodes={setCodes} />
              )}
              <Title order={3}>{all.people.passkeys.title}</Title>
              <Passkeys passkeys={passkeys} showCodes={setCodes} />
            </Stack>
          )
        }}
      </Loaded>
    </section>
  )
}

const NewCodes = ({ showCodes }: { showCodes: (codes: readonly string[]) => void }) => {
  const texts = useTexts().people.secondFactor
  const confirm = useConfirmation()
  const act = useAction(
    useMutation({
      mutationFn: () =>
        authCall<{ recovery_codes: string[] }>('POST', '/second-factor/recovery-codes'),
    }),
    texts.newCodesMade,
    { after: ({ recovery_codes: codes }) => showCodes(codes) },
  )
  const question = { title: texts.newCodesTitle, text: texts.newCodesText, confirm: texts.newCodes }
  return (
    <div>
      <Button
        variant="default"
        loading={act.isPending}
        onClick={() => confirm(question, () => act.run())}
      >
        {texts.newCodes}
      </Button>
    </div>
  )
}

const RemoveAuthenticator = () => {
  const texts = useTexts().people.secondFactor
  const confirm = useConfirmation()
  const act = useAction(
    useMutation({ mutationFn: () => authCall('DELETE', '/second-factor/authenticator') }),
    texts.removed,
  )
  const question = { title: texts.removeTitle, text: texts.removeText, confirm: texts.remove }
  return (
    <Group gap="sm">
      <Text>{texts.isSetUp}</Text>
      <Button
        variant="default"
        loading={act.isPending}
        onClick={() => confirm(question, () => act.run())}
      >
        {texts.remove}
      </Button>
    </Group>
  )
}
