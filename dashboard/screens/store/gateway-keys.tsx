import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { SecretInput } from '../../parts/forms/secret-input.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'

/** The server checks a new secret key at the gateway before replacing the old one. */
export const GatewayKeysSection = ({
  store,
  isFocused,
}: {
  store: Schemas['WholeStore']
  isFocused: boolean
}) => {
  const { texts, format } = useLanguage()
  const [secretKey, setSecretKey] = useState('')
  const [publishableKey, setPublishableKey] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const act = useFormAction(
    use.useMutation('post', '/operator/v1/stores/{id}/secrets/secret-key/rotate'),
    {
      done: texts.store.gateway.saved,
      after: () => {
        setSecretKey('')
        setPublishableKey('')
      },
    },
  )
  useEffect(() => {
    if (!isFocused) return
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [isFocused])
  const publishable = publishableKey.trim()
  const canSave = secretKey.trim() !== ''
  return (
    <section className="card section" aria-labelledby="gateway">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!canSave) return
          act.run({
            params: { path: { id: store.id } },
            body: {
              secret_key: secretKey.trim(),
              ...(publishable ? { publishable_key: publishable } : {}),
            },
          })
        }}
      >
        <Stack gap="md">
          <Title order={2} id="gateway" className="anchor">
            {texts.store.gateway.title}
          </Title>
          <Text c="dimmed">
            {format(texts.store.gateway.about, {
              environment: texts.environments[store.environment],
            })}
          </Text>
          <SecretInput
            ref={field}
            label={texts.store.gateway.secretKey}
            description={texts.store.gateway.secretKeyHint}
            placeholder={store.secrets.secret_key?.hint ?? `sk_${store.environment}_…`}
            value={secretKey}
            error={act.errors.secret_key}
            onChange={(event) => setSecretKey(event.currentTarget.value)}
          />
          <TextInput
            className="mono"
            label={texts.store.gateway.publishableKey}
            description={texts.store.gateway.publishableKeyHint}
            placeholder={store.publishable_key ?? `pk_${store.environment}_…`}
            autoComplete="off"
            spellCheck={false}
            maxLength={191}
            value={publishableKey}
            error={act.errors.publishable_key}
            onChange={(event) => setPublishableKey(event.currentTarget.value)}
          />
          <FormFailure act={act} fields={['secret_key', 'publishable_key']} />
          <Group>
            <Button type="submit" loading={act.isPending} disabled={!canSave}>
              {texts.store.gateway.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  )
}
