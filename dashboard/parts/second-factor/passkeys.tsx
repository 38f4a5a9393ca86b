import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLanguage } from '../../app/language.ts'
import { authCall } from '../../app/session/auth-call.ts'
import { useConfirmation } from '../forms/act-button.tsx'
import { useAction } from '../forms/use-action.ts'
import { browserName } from '../values/browser-name.ts'
import { Moment } from '../values/moment.tsx'
import { ProblemText } from '../values/problem-text.tsx'

export interface Passkey {
  id: string
  name: string
  added_at: string
}

/** Returns `undefined` if the person cancelled, or the device already has a passkey. */
const create = async (name: string): Promise<{ recovery_codes: string[] | null } | undefined> => {
  const options: PublicKeyCredentialCreationOptionsJSON = await authCall(
    'POST',
    '/passkeys/options',
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) return undefined
  return authCall('POST', '/passkeys', { name, credential: credential.toJSON() })
}

export const Passkeys = ({
  passkeys,
  showCodes,
}: {
  passkeys: readonly Passkey[]
  showCodes: (codes: readonly string[]) => void
}) => {
  const { texts: all, format } = useLanguage()
  const texts = all.people.passkeys
  const name = browserName(navigator.userAgent) ?? texts.name
  const mutation = useMutation({
    mutationFn: () => create(name),
    onSuccess: (added) => {
      if (added?.recovery_codes) showCodes(added.recovery_codes)
    },
  })
  const act = useAction(mutation, (added) => (added ? texts.added : texts.notAdded), {
    isFailureShown: true,
  })
  const canAdd = typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
  return (
    <Stack gap="sm">
      {passkeys.length > 0 ? (
        <Stack component="ul" className="bare lines" gap={0}>
          {passkeys.map((passkey) => (
            <Line key={passkey.id} passkey={passkey} format={format} />
          ))}
        </Stack>
      ) : null}
      <Text c="dimmed">{canAdd ? texts.hint : texts.unsupported}</Text>
      {canAdd ? (
        <div>
          <Button variant="default" loading={act.isPending} onClick={() => act.run()}>
            {texts.add}
          </Button>
        </div>
      ) : null}
      <ProblemText error={mutation.error} />
    </Stack>
  )
}

const Line = ({
  passkey: { id, name, added_at: addedAt },
  format,
}: {
  passkey: Passkey
  format: ReturnType<typeof useLanguage>['format']
}) => {
  const texts = useLanguage().texts.people.passkeys
  const confirm = useConfirmation()
  const act = useAction(
    useMutation({
      mutationFn: () => authCall('DELETE', `/passkeys/${encodeURIComponent(id)}`),
    }),
    texts.removed,
  )
  const question = {
    title: format(texts.removeTitle, { name }),
    text: texts.removeText,
    confirm: texts.remove,
  }
  return (
    <li>
      <Group justify="space-between">
        <div>
          <Text>
            <bdi>{name}</bdi>
          </Text>
          <Text size="xs" c="dimmed">
            {texts.addedAt} <Moment at={addedAt} />
          </Text>
        </div>
        <Button
          variant="default"
          aria-label={format(texts.removeOf, { name })}
          loading={act.isPending}
          onClick={() => confirm(question, () => act.run())}
        >
          {texts.remove}
        </Button>
      </Group>
    </li>
  )
}
