import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../app/language.ts'
import { authCall } from '../../app/session/auth-call.ts'
import { useConfirmation } from '../../parts/forms/act-button.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ShownOnce } from '../../parts/values/shown-once.tsx'
import { SetUpAuthenticator } from './set-up-authenticator.tsx'

interface Factors {
  authenticator: boolean
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
        {({ authenticator, recovery_codes_left: left }) => (
          <Stack gap="sm">
            <div>
              <Text>{authenticator ? texts.on : texts.none}</Text>
              {authenticator ? <Text c="dimmed">{format(texts.left, { count: left })}</Text> : null}
            </div>
            {codes ? (
              <ShownOnce
                secrets={[{ label: texts.recoveryCodes, value: codes.join('\n') }]}
                note={texts.recoveryHint}
                close={() => setCodes(undefined)}
              />
            ) : null}
            {authenticator ? (
              <OfAuthenticator showCodes={setCodes} />
            ) : (
              <SetUpAuthenticator showCodes={setCodes} />
            )}
          </Stack>
        )}
      </Loaded>
    </section>
  )
}

const OfAuthenticator = ({ showCodes }: { showCodes: (codes: readonly string[]) => void }) => {
  const texts = useLanguage().texts.people.secondFactor
  const confirm = useConfirmation()
  const replace = useAction(
    useMutation({
      mutationFn: () =>
        authCall<{ recovery_codes: string[] }>('POST', '/second-factor/recovery-codes'),
    }),
    texts.newCodesMade,
    { after: ({ recovery_codes: codes }) => showCodes(codes) },
  )
  const remove = useAction(
    useMutation({ mutationFn: () => authCall('DELETE', '/second-factor/authenticator') }),
    texts.removed,
  )
  const newCodes = { title: texts.newCodesTitle, text: texts.newCodesText, confirm: texts.newCodes }
  const turnOff = { title: texts.removeTitle, text: texts.removeText, confirm: texts.remove }
  return (
    <Group gap="sm">
      <Button
        variant="default"
        loading={replace.isPending}
        onClick={() => confirm(newCodes, () => replace.run())}
      >
        {texts.newCodes}
      </Button>
      <Button
        variant="default"
        loading={remove.isPending}
        onClick={() => confirm(turnOff, () => remove.run())}
      >
        {texts.remove}
      </Button>
    </Group>
  )
}
